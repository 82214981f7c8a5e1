"""With a DistributedSampler an epoch has ceil(ceil(N / W) / b) steps, not ceil(N / b).

$ torchrun --nproc-per-node 4 snippets/batch-size/steps_per_epoch_shrink_with_the_ranks.py
"""
import math

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
dataset = torch.arange(1000)

# region epoch
loader = DataLoader(dataset, batch_size=32)
before = len(loader)
loader = DataLoader(dataset, batch_size=32, sampler=DistributedSampler(dataset))  # key line
sizes = [len(batch) for batch in loader]
if rank == 0:
    print(f"no sampler: {before} steps, and every rank would see all samples")
    print(f"sampler: {len(sizes)} steps of {sizes}")
# endregion

assert len(sizes) == len(loader) == math.ceil(math.ceil(1000 / world_size) / 32) == 8
assert sizes[-1] == 1000 // world_size - 7 * 32
dist.destroy_process_group()
