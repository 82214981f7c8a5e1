"""A script that asks whether there is a group also works alone.

$ python snippets/errors/group_is_asked_for_first.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

# region train
model = torch.nn.Linear(1, 1, bias=False)
rank = 0
if dist.is_initialized():  # key line
    rank = dist.get_rank()
    model = DistributedDataParallel(model)
model(torch.full((1, 1), rank + 1.0)).sum().backward()
gradient = next(model.parameters()).grad.item()
print(f"rank {rank}: gradient {gradient}")
# endregion

assert gradient == 1  # of the only sample
