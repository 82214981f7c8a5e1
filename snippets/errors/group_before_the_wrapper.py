"""The group comes first: whatever looks for it later finds it.

$ torchrun --nproc-per-node 2 snippets/errors/group_before_the_wrapper.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

# region train
dist.init_process_group("gloo")  # key line -> ValueError: Default process group has not been initialized
model = torch.nn.Linear(1, 1, bias=False)
model = DistributedDataParallel(model)
rank = dist.get_rank()
model(torch.full((1, 1), rank + 1.0)).sum().backward()  # its sample: rank + 1
gradient = next(model.parameters()).grad.item()
print(f"rank {rank}: gradient {gradient}")
# endregion

assert gradient == 1.5  # (1 + 2) / 2, the whole batch in one process
dist.destroy_process_group()
