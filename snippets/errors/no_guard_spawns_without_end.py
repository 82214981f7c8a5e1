"""Without the guard a spawned process runs the whole script, and would spawn again.

$ python snippets/errors/no_guard_spawns_without_end.py
"""
# /// script
# [tool.lockstep]
# expect = "ProcessExitedException: process 0 terminated with exit code 1"
# asserts = [
#   '''(raises("ProcessExitedException", at="mp.spawn")
#      and complains("current process has finished its bootstrapping phase"))''',
# ]
# ///
import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp

ADDRESS = f"file://{os.path.abspath('group')}"


# region train
def train(rank, world_size, sums):
    dist.init_process_group("gloo", ADDRESS, rank=rank, world_size=world_size)
    total = torch.tensor(rank + 1.0)
    dist.all_reduce(total)
    sums[rank] = total
    dist.destroy_process_group()


sums = torch.zeros(1)  # sent to the rank as shared memory
mp.spawn(train, args=(1, sums), nprocs=1)  # key line
print("sums:", sums.tolist())
# endregion
