"""A single process can form a group of its own, without a launcher, a port or variables.

$ python snippets/errors/one_process_needs_no_launcher.py
"""
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

# region train
dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)  # key line, else: dist.init_process_group("gloo") -> ValueError: Error initializing torch.distributed
rank, world_size = dist.get_rank(), dist.get_world_size()
model = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
model(torch.full((1, 1), rank + 1.0)).sum().backward()  # its sample: rank + 1
gradient = model.module.weight.grad.item()
print(f"rank {rank} of {world_size}: gradient {gradient}")
# endregion

assert (rank, world_size, dist.get_backend()) == (0, 1, "gloo")
assert not {"RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"} & os.environ.keys()
model.zero_grad()
model(torch.full((1, 1), 3.0)).sum().backward()
(alone,) = torch.autograd.grad(model.module(torch.full((1, 1), 3.0)).sum(), model.module.weight)
assert model.module.weight.grad == alone == 3  # DDP of one process is that process
dist.destroy_process_group()
