"""A block that adds to a cache finds it longer when a checkpoint runs it again.

$ torchrun --nproc-per-node 2 snippets/errors/grown_cache_changes_the_recomputed_shapes.py
"""
# /// script
# [tool.lockstep]
# expect = "CheckpointError: torch.utils.checkpoint: Recomputed values for the following tensors have different"
# asserts = ['raises("CheckpointError", at="loss.backward()") and says("loss") and not says("trained")']
# ///
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
        self.cache.append(self.project(x))  # key line, else: self.cache = [self.project(x)]
        keys = torch.cat(self.cache)
        return torch.softmax(x @ keys.T, dim=-1) @ keys

    def forward(self, x):
        return checkpoint(self.attend, x, use_reentrant=False)


ddp = DistributedDataParallel(Attention())
loss = ddp(torch.ones(3, 4)).sum()
print("loss is there", flush=True)
loss.backward()
print("trained")
# endregion

dist.destroy_process_group()
