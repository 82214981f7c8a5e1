"""With use_reentrant=False a checkpoint trains its block, even where its input needs no gradient.

$ torchrun --nproc-per-node 2 snippets/errors/checkpoint_without_reentry_trains_the_block.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint

dist.init_process_group("gloo")


# region checkpoint
class Tuned(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.block = torch.nn.Embedding(4, 2), torch.nn.Linear(2, 1)
        self.embedding.requires_grad_(False)

    def forward(self, tokens):
        hidden = self.embedding(tokens)
        return checkpoint(self.block, hidden, use_reentrant=False)  # key line, else: return checkpoint(self.block, hidden, use_reentrant=True) -> RuntimeError: element 0 of tensors does not require grad


ddp = DistributedDataParallel(Tuned())
loss = ddp(torch.tensor([dist.get_rank()])).sum()
print("loss needs a gradient:", loss.requires_grad)
loss.backward()
# endregion

assert ddp.module.block.bias.grad.item() == 1.0  # d loss / d bias, on both ranks
dist.destroy_process_group()
