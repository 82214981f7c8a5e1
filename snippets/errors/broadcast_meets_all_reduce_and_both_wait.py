"""Rank 0 broadcasts before the all_reduce and the others after it, and both wait.

$ torchrun --nproc-per-node 2 snippets/errors/broadcast_meets_all_reduce_and_both_wait.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = ['waits("dist.broadcast(stop", rank=0) and waits("dist.all_reduce(loss)", rank=1)']
# timeout = 12
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
