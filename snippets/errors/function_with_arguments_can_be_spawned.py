"""A function of the module can be spawned; what it needs goes into args.

$ python snippets/errors/function_with_arguments_can_be_spawned.py
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


if __name__ == "__main__":
    sums = torch.zeros(2)  # sent to the ranks as shared memory
    mp.spawn(train, args=(2, sums), nprocs=2)  # key line
    print("sums:", sums.tolist())
    # endregion
    assert sums.tolist() == [3, 3]  # 1 + 2, on both ranks
