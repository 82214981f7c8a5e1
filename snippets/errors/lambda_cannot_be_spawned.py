"""A spawned process is told where to import its function, and a lambda cannot be imported.

$ python snippets/errors/lambda_cannot_be_spawned.py
"""
# /// script
# [tool.lockstep]
# expect = "PicklingError: Can't pickle <function <lambda> at 0x"
# asserts = ['raises("PicklingError: attribute lookup <lambda> on __main__ failed", at="mp.spawn(lambda")']
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
    sums = torch.zeros(2)  # sent to the ranks as shared memory
    mp.spawn(lambda rank: train(rank, 2, sums), nprocs=2)  # key line
    print("sums:", sums.tolist())
# endregion
