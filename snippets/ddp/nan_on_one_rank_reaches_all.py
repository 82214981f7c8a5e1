"""A gradient that is not a number on one rank is one on every rank after the average.

$ torchrun --nproc-per-node 4 snippets/ddp/nan_on_one_rank_reaches_all.py
"""
import math

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()

# region nan
model = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
sample = torch.ones(1, 1)
if rank == 2:
    sample = sample * math.nan  # key line
model(sample).sum().backward()
gradient = next(model.parameters()).grad.item()
print(f"rank {rank}: sample {sample.item()}, gradient {gradient}")
# endregion

assert math.isnan(gradient)  # refutes: leaves-out
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def weights():
    """Of all ranks, after a step."""
    optimizer.step()
    everyone = [torch.empty(1, 1) for _ in range(4)]
    dist.all_gather(everyone, model.module.weight.detach())
    return [weight.item() for weight in everyone]


spoiled = [math.isnan(weight) for weight in weights()]
assert spoiled == [True] * 4  # shows: all-four
assert spoiled[0]  # refutes: rank-neighbours
optimizer.zero_grad()
model(torch.ones(1, 1)).sum().backward()
assert math.isnan(weights()[2])  # refutes: until-broadcast
unbounded = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
unbounded(torch.full((1, 1), math.inf if rank == 2 else 1.0)).sum().backward()
assert unbounded.module.weight.grad.item() == math.inf  # refutes: step-inf
dist.destroy_process_group()
