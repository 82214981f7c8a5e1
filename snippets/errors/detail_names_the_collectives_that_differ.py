"""With TORCH_DISTRIBUTED_DEBUG=DETAIL the error names the collective that each rank called.

$ TORCH_DISTRIBUTED_DEBUG=DETAIL torchrun --nproc-per-node 2 snippets/errors/detail_names_the_collectives_that_differ.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Detected mismatch between collectives on ranks."
# asserts = ['complains("OpType=BROADCAST") and complains("OpType=ALLREDUCE")']
# volatile = ["Detected mismatch between collectives on ranks", "^line "]
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
loss, stop = torch.tensor(2.0), torch.tensor(0)

# region step
if rank == 0:
    stop.fill_(1)  # the loss is low enough
    dist.broadcast(stop, src=0)
dist.all_reduce(loss)  # key line
if rank != 0:
    dist.broadcast(stop, src=0)
print(f"rank {rank}: loss {loss.item() / 2}, stop {stop.item()}")
# endregion

dist.destroy_process_group()
