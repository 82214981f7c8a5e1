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

assert math.isnan(gradient)
dist.destroy_process_group()
