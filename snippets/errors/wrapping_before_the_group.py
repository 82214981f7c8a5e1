"""The wrapper looks for the group at once, so a model cannot be wrapped before there is one.

$ torchrun --nproc-per-node 2 snippets/errors/wrapping_before_the_group.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Default process group has not been initialized, please make sure to call init_process_group."
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

# region train
model = torch.nn.Linear(1, 1, bias=False)
model = DistributedDataParallel(model)  # key line
dist.init_process_group("gloo")
rank = dist.get_rank()
model(torch.full((1, 1), rank + 1.0)).sum().backward()  # its sample: rank + 1
gradient = next(model.parameters()).grad.item()
print(f"rank {rank}: gradient {gradient}")
# endregion

assert gradient == 1.5  # (1 + 2) / 2, the whole batch in one process
dist.destroy_process_group()
