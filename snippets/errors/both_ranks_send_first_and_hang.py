"""Two ranks that both send before they receive wait for each other.

$ torchrun --nproc-per-node 2 snippets/errors/both_ranks_send_first_and_hang.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# timeout = 5
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
own, other = torch.full((4,), rank + 1.0), torch.zeros(4)

# region exchange
if rank == 0:
    dist.send(own, dst=1)
    dist.recv(other, src=1)
else:
    dist.send(own, dst=0)  # key line, else: sending = dist.isend(own, dst=0)
    dist.recv(other, src=0)
print(f"rank {rank}: received {other[0].item()}")
# endregion

assert other.tolist() == [2.0 - rank] * 4
dist.barrier()
dist.destroy_process_group()
