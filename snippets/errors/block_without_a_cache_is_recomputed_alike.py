"""A block that keeps nothing in training is recomputed alike, and its gradient is right.

$ torchrun --nproc-per-node 2 snippets/errors/block_without_a_cache_is_recomputed_alike.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint

dist.init_process_group("gloo")


# region checkpoint
class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.project, self.cache = nn.Linear(4, 4), []

    def attend(self, x):
        keys = self.project(x)
        if not self.training:  # key line, else: if True: -> CheckpointError: torch.utils.checkpoint: Recomputed values
            self.cache.append(keys)
            keys = torch.cat(self.cache)
        return torch.softmax(x @ keys.T, dim=-1) @ keys

    def forward(self, x):
        return checkpoint(self.attend, x, use_reentrant=False)


torch.manual_seed(0)
ddp = DistributedDataParallel(Attention())
x = torch.randn(3, 4)
ddp(x).square().sum().backward()
print(f"kept in the cache: {len(ddp.module.cache)}")
# endregion

with_checkpoint = ddp.module.project.weight.grad.clone()
ddp.module.project.zero_grad()
ddp.module.attend(x).square().sum().backward()
assert torch.allclose(with_checkpoint, ddp.module.project.weight.grad, atol=1e-6)
dist.destroy_process_group()
