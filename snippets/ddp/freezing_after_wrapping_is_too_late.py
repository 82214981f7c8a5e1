"""A parameter frozen after the wrapping is still waited for, and the second iteration fails.

$ torchrun --nproc-per-node 2 snippets/ddp/freezing_after_wrapping_is_too_late.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one."
# asserts = [
#   '''(raises("RuntimeError: Expected to have finished reduction", at="model(torch.full")
#      and not says("both iterations passed"))''',
# ]
# volatile = ["Parameter indices which did not receive grad for rank"]
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()


class TwoHeads(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.used, self.unused = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)

    def forward(self, x):
        return self.used(x)


# region iterate
model = TwoHeads()
model = DistributedDataParallel(model)  # key line, else: model.unused.requires_grad_(False); model = DistributedDataParallel(model)
model.module.unused.requires_grad_(False)
for _ in range(2):
    model.zero_grad()
    model(torch.full((1, 1), rank + 1.0)).sum().backward()
gradient = model.module.used.weight.grad.item()
print(f"rank {rank}: both iterations passed, gradient {gradient}")
# endregion

dist.destroy_process_group()
