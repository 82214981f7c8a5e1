"""With use_reentrant=False the two gradients of a shared layer are added before DDP hears of them.

$ torchrun --nproc-per-node 2 snippets/errors/checkpoint_without_reentry_counts_once.py
"""
import copy

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()


# region model
class Shared(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.block = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)

    def forward(self, x):
        x = self.first(x)
        x = checkpoint(self.block, x, use_reentrant=False)  # key line, else: x = checkpoint(self.block, x) -> RuntimeError: Expected to mark a variable ready only once
        return checkpoint(self.block, x, use_reentrant=False)


model = DistributedDataParallel(Shared())
model(torch.full((1, 1), rank + 1.0)).sum().backward()
print(f"rank {rank}: one step done")
# endregion

alone = copy.deepcopy(model.module)
alone.zero_grad()
alone(torch.arange(1.0, world_size + 1).reshape(-1, 1)).mean().backward()
for mine, its in zip(model.parameters(), alone.parameters(), strict=True):
    assert torch.allclose(mine.grad, its.grad, atol=1e-6)
dist.destroy_process_group()
