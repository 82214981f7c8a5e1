"""A hook that lets the output of a frozen embedding need a gradient trains the block in a reentrant checkpoint.

$ torchrun --nproc-per-node 2 snippets/errors/hook_lets_the_embedding_need_a_gradient.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint

dist.init_process_group("gloo")


class Tuned(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(4, 2).requires_grad_(False)
        self.block, self.head = nn.Linear(2, 2), nn.Linear(2, 1)

    def forward(self, tokens):
        hidden = checkpoint(self.block, self.embedding(tokens), use_reentrant=True)
        return self.head(hidden)


# region hook
model = Tuned()
model.embedding.register_forward_hook(lambda layer, inputs, output: output.requires_grad_())  # key line -> RuntimeError: Expected to have finished reduction
ddp = DistributedDataParallel(model)
for step in range(2):
    ddp(torch.tensor([dist.get_rank()])).sum().backward()
print("trained:", [name for name, part in model.named_parameters() if part.grad is not None])
# endregion

assert model.block.weight.grad is not None and model.embedding.weight.grad is None
dist.destroy_process_group()
