"""A collective that only rank 0 calls waits for the other ranks.

$ torchrun --nproc-per-node 4 snippets/ddp/skipped_collective_hangs.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   'waits("dist.all_reduce(loss)", rank=0) and waits("dist.barrier()", rank=1)',
#   'waits("dist.barrier()", rank=2) and waits("dist.barrier()", rank=3)',
# ]
# timeout = 4
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

# region hang
loss = torch.tensor([rank + 1.0])
if rank == 0:  # only rank 0 writes the log
    dist.all_reduce(loss)  # key line
    print(f"mean loss {loss.item() / 4}")
dist.barrier()
# endregion

dist.destroy_process_group()
