"""A script that asks whether there is a launcher, and then whether there is a group, also works alone.

$ python snippets/errors/group_is_asked_for_first.py
"""
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

# region train
if "RANK" in os.environ:  # torchrun started it
    dist.init_process_group("gloo")
model = torch.nn.Linear(1, 1, bias=False)
rank = 0
if dist.is_initialized():  # key line -> ValueError: Default process group has not been initialized
    rank = dist.get_rank()
    model = DistributedDataParallel(model)
model(torch.full((1, 1), rank + 1.0)).sum().backward()  # its sample: rank + 1
gradient = next(model.parameters()).grad.item()
print(f"rank {rank}: gradient {gradient}")
# endregion

samples = dist.get_world_size() if dist.is_initialized() else 1
assert gradient == sum(range(1, samples + 1)) / samples  # the whole batch in one process
if dist.is_initialized():
    dist.destroy_process_group()
