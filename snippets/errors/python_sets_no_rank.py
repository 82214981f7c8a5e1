"""Started with plain python, a training script is not told which rank it is.

$ python snippets/errors/python_sets_no_rank.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Error initializing torch.distributed using env:// rendezvous: environment variable RANK"
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

# region train
dist.init_process_group("gloo")  # key line, else: dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
rank, world_size = dist.get_rank(), dist.get_world_size()
model = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
model(torch.full((1, 1), rank + 1.0)).sum().backward()  # its sample: rank + 1
gradient = model.module.weight.grad.item()
print(f"rank {rank} of {world_size}: gradient {gradient}")
# endregion

assert world_size == 2
assert gradient == sum(range(1, world_size + 1)) / world_size  # the whole batch in one process
dist.destroy_process_group()
