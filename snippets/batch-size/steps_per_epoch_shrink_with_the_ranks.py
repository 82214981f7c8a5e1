"""On W ranks a DistributedSampler makes an epoch W times shorter: each rank takes its share of the steps, rounded up.

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
alone = [len(batch) for batch in loader]
loader = DataLoader(dataset, batch_size=32, sampler=DistributedSampler(dataset))  # key line
sizes = [len(batch) for batch in loader]
if rank == 0:
    print(f"no sampler: {len(alone)} steps, {sum(alone)} samples on each rank")
    print(f"sampler: {len(sizes)} steps, {sum(sizes)} samples on each rank: {sizes}")
# endregion

assert len(alone) == math.ceil(1000 / 32) == 32
assert len(sizes) == len(loader) == math.ceil(1000 / (world_size * 32)) == 8
assert sizes[-1] == 1000 // world_size - 7 * 32
dist.destroy_process_group()
