"""A shard that is not there ends its rank from within a worker of the loader, whose number is not a rank.

$ torchrun --nproc-per-node 4 snippets/errors/four_ranks_job_2.py
"""
# /// script
# [tool.lockstep]
# expect = "FileNotFoundError: Caught FileNotFoundError in DataLoader worker process 0."
# asserts = [
#   'raises("FileNotFoundError: Caught FileNotFoundError in DataLoader worker process 0", rank=3) and first() == 3',
# ]
# timeout = 150
# log = true
# ///
import atexit
import time
from pathlib import Path

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset


# region read
class Shards(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.tensor(float(self.paths[index].read_text()))
# endregion


def main():
    dist.init_process_group("gloo")
    rank, world_size = dist.get_rank(), dist.get_world_size()
    atexit.register(time.sleep, 1)  # torchrun sees whoever fails first end first
    paths = [Path(f"shard_{number:02}.txt") for number in range(8)]
    for path in paths if rank == 0 else []:
        path.write_text("1.0")
    if rank == 0:
        paths[7].unlink()  # key line
    dist.barrier()
    print(f"rank {rank}: reading")
    shards = list(DataLoader(Shards(paths[rank::world_size]), num_workers=1))
    for shard in shards:
        dist.all_reduce(shard)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
