"""A rank that wants to stop sets a flag; all ranks take the largest one, and leave the loop together.

$ torchrun --nproc-per-node 2 snippets/debug/one_flag_stops_every_rank.py
"""
# /// script
# [tool.lockstep]
# timeout = 15
#
# [[tool.lockstep.what-if]]
# line = "model(torch.ones(1, 1)).sum().backward()"
# stays = "With the flag all leave in the same step. Without the flag this line hangs."
#
# [[tool.lockstep.what-if]]
# line = "dist.all_reduce(stop, dist.ReduceOp.MAX)"
# label = "Stop when all want to"
# becomes = "dist.all_reduce(stop, dist.ReduceOp.MIN)"
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
model = DistributedDataParallel(torch.nn.Linear(1, 1))

# region train
for step in range(5):
    model(torch.ones(1, 1)).sum().backward()
    disk_full = (rank, step) == (1, 2)
    stop = torch.tensor(float(disk_full))
    dist.all_reduce(stop, dist.ReduceOp.MAX)  # key line -> hang
    if stop:
        break
print(f"rank {rank}: leaves after step {step}, own disk full: {disk_full}")
dist.barrier()  # rank 0 saves
# endregion

assert step == 2 and disk_full == (rank == 1)
dist.destroy_process_group()
