"""The sampler shuffles by default, but without set_epoch every epoch has the same order.

$ torchrun --nproc-per-node 2 snippets/ddp/sampler_needs_set_epoch.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region epochs
sampler = DistributedSampler(range(8))
forgotten = [list(sampler) for epoch in range(2)]
called = []
for epoch in range(2):
    sampler.set_epoch(epoch)  # key line
    called.append(list(sampler))
print(f"rank {rank}: without set_epoch {forgotten}")
print(f"rank {rank}: with set_epoch    {called}")
# endregion

assert forgotten[0] == forgotten[1]
for epoch in range(2):  # the order of all samples comes from a generator seeded with seed + epoch
    order = torch.randperm(8, generator=torch.Generator().manual_seed(0 + epoch)).tolist()
    assert called[epoch] == order[rank::world_size]
dist.destroy_process_group()
