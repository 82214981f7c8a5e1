"""A function that stands in no file cannot be imported by the process that should run it.

$ python snippets/errors/function_of_a_notebook_is_not_found.py
"""
# /// script
# [tool.lockstep]
# expect = "ProcessExitedException: process 0 terminated with exit code 1"
# asserts = [
#   '''(raises("ProcessExitedException", at="mp.spawn")
#      and complains("Can't get attribute 'train' on <module '__main__'"))''',
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


if __name__ == "__main__":
    sums = torch.zeros(1)
    del __file__  # a notebook has none: its cells lie in no file  # key line
    mp.spawn(train, args=(1, sums), nprocs=1)
    print("sums:", sums.tolist())
# endregion
