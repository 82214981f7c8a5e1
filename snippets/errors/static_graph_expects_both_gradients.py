"""With static_graph=True DDP counts the gradients of the first step, and two of one layer are allowed.

$ torchrun --nproc-per-node 2 snippets/errors/static_graph_expects_both_gradients.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "model(torch.full((1, 1), rank + 1.0)).sum().backward()"
# stays = "Without a step nothing can go wrong in one. What it does without static_graph is the proof."
#
# [[tool.lockstep.what-if]]
# line = "x = checkpoint(self.block, x, use_reentrant=True)"
# stays = "Then the block is used once, and its gradient is ready once. The program works with one use and with two."
# ///
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
        x = checkpoint(self.block, x, use_reentrant=True)
        return checkpoint(self.block, x, use_reentrant=True)


net = Shared()
model = DistributedDataParallel(net, static_graph=True)  # key line, else: model = DistributedDataParallel(net) -> RuntimeError: Expected to mark a variable ready only once
model(torch.full((1, 1), rank + 1.0)).sum().backward()
print(f"rank {rank}: one step done")
# endregion

model.zero_grad()
model(torch.full((1, 1), rank + 1.0)).sum().backward()  # a step after the one that counted
alone = copy.deepcopy(model.module)
alone.zero_grad()
alone(torch.arange(1.0, world_size + 1).reshape(-1, 1)).mean().backward()
for mine, its in zip(model.parameters(), alone.parameters(), strict=True):
    assert torch.allclose(mine.grad, its.grad, atol=1e-6)
dist.destroy_process_group()
