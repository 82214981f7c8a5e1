"""Under the guard the start is left to the first process; a spawned one only takes the function.

$ python snippets/errors/guard_keeps_the_spawned_process_from_spawning.py
"""
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


if __name__ == "__main__":  # key line -> ProcessExitedException: process 0 terminated with exit code 1
    sums = torch.zeros(1)  # sent to the rank as shared memory
    mp.spawn(train, args=(1, sums), nprocs=1)
    print("sums:", sums.tolist())
    # endregion
    assert sums.tolist() == [1]
