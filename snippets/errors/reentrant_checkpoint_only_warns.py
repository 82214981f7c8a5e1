"""A reentrant checkpoint of a frozen input leaves its block untrained; if a later layer trains, only a warning tells.

$ torchrun --nproc-per-node 2 snippets/errors/reentrant_checkpoint_only_warns.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint

dist.init_process_group("gloo")


# region checkpoint
class Tuned(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(4, 2).requires_grad_(False)
        self.block, self.head = nn.Linear(2, 2), nn.Linear(2, 1)

    def forward(self, tokens):
        hidden = checkpoint(self.block, self.embedding(tokens), use_reentrant=True)  # key line, else: hidden = checkpoint(self.block, self.embedding(tokens), use_reentrant=False)
        return self.head(hidden)


ddp = DistributedDataParallel(Tuned(), find_unused_parameters=True)
for step in range(2):
    ddp(torch.tensor([dist.get_rank()])).sum().backward()
print("trained:", [name for name, part in ddp.module.named_parameters() if part.grad is not None])
# endregion

trained = [part.grad is not None for part in (ddp.module.block.weight, ddp.module.head.weight)]
assert trained == [False, True]
dist.destroy_process_group()
