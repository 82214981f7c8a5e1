"""A single process can form a group of its own, without a launcher, a port or variables.

$ python snippets/errors/one_process_needs_no_launcher.py
"""
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

assert gradient == sum(range(1, world_size + 1)) / world_size  # the whole batch in one process
dist.destroy_process_group()
