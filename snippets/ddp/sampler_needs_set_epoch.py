"""The sampler shuffles by default, but without set_epoch every epoch has the same order.

$ torchrun --nproc-per-node 2 snippets/ddp/sampler_needs_set_epoch.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

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

assert forgotten[0] == forgotten[1] == called[0]  # shows: same-order-every-epoch
for epoch in range(2):  # the order of all samples comes from a generator seeded with seed + epoch
    order = torch.randperm(8, generator=torch.Generator().manual_seed(0 + epoch)).tolist()
    assert called[epoch] == order[rank::world_size]

assert list(DistributedSampler(range(8), 1, 0)) != list(range(8))  # shows: nowhere-sampler
try:
    DataLoader(range(8), shuffle=True, sampler=sampler)
    refused = ""
except ValueError as error:
    refused = str(error)
assert "mutually exclusive" in refused  # refutes: in-loader


def read_by_all(samples):
    everyone = [None] * world_size
    dist.all_gather_object(everyone, samples)
    return set().union(*everyone)


torch.manual_seed(rank)
own_order = torch.randperm(1000).tolist()  # another one on each rank
shuffled = [own_order[place] for place in DistributedSampler(range(1000), shuffle=False)]
assert len(read_by_all(shuffled)) < 1000  # refutes: data-set-each-rank
assert len(read_by_all(list(DistributedSampler(range(1000), seed=rank)))) < 1000  # refutes: seed-each-rank
dist.destroy_process_group()
