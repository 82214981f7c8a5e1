"""A reentrant checkpoint whose input needs no gradient gives an output without one, whatever its block trains.

$ torchrun --nproc-per-node 2 snippets/errors/reentrant_checkpoint_of_a_frozen_input.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn"
# asserts = [
#   '''(raises("RuntimeError: element 0 of tensors does not require grad", at=".backward()")
#      and complains("None of the inputs have requires_grad=True"))''',
# ]
# ///
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
        return checkpoint(self.block, hidden, use_reentrant=True)  # key line, else: return checkpoint(self.block, hidden, use_reentrant=False)


ddp = DistributedDataParallel(Tuned())
loss = ddp(torch.tensor([dist.get_rank()])).sum()
print("loss needs a gradient:", loss.requires_grad)
loss.backward()
# endregion

dist.destroy_process_group()
