"""A rank that sets its affinity keeps to its share of the CPUs, and so do the workers of its loader.

$ torchrun --nproc-per-node 2 snippets/launch/affinity_gives_each_rank_its_cores.py
"""
import os

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader


class Cpus(torch.utils.data.Dataset):
    def __len__(self):
        return 1

    def __getitem__(self, index):
        return sorted(os.sched_getaffinity(0))


dist.init_process_group("gloo")
local_rank, ranks_here = (int(os.environ[name]) for name in ("LOCAL_RANK", "LOCAL_WORLD_SIZE"))

# region bind
cpus = sorted(os.sched_getaffinity(0))
mine = set(cpus[local_rank::ranks_here])
os.sched_setaffinity(0, mine)  # key line
(worker,) = DataLoader(Cpus(), batch_size=None, num_workers=1)
shares = [None] * ranks_here
dist.all_gather_object(shares, os.sched_getaffinity(0))
print(f"CPUs in two shares: {len(set.intersection(*shares))}, worker inside: {set(worker) <= mine}")
# endregion

assert not set.intersection(*shares) and set.union(*shares) == set(cpus)  # shows: each-cpu-one
assert set(worker) <= mine  # shows: worker-inherits
assert not set(worker) - mine  # refutes: worker-may-all
dist.destroy_process_group()
