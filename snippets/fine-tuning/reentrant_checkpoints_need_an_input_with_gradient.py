"""A reentrant checkpoint of frozen inputs cuts the adapters off; without re-entry they get their gradients.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/reentrant_checkpoints_need_an_input_with_gradient.py
"""
import warnings

import torch
import torch.distributed as dist
from _adapter import network
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint

dist.init_process_group("gloo")
warnings.simplefilter("ignore")
found = []


class Model(nn.Module):
    def __init__(self, reentrant):
        super().__init__()
        self.embedding, self.reentrant = nn.Embedding(8, 16).requires_grad_(False), reentrant
        self.block = network()

    def forward(self, tokens):
        return checkpoint(self.block, self.embedding(tokens), use_reentrant=self.reentrant)


# region checkpoint
for reentrant in (True, False):  # key line, else: for reentrant in (True, True):
    model = DistributedDataParallel(Model(reentrant))
    try:
        model(torch.tensor([1, 2])).square().mean().backward()
        found.append(f"gradient of B {model.module.block[1].b.grad.abs().sum() > 0}")
    except RuntimeError as error:
        found.append(str(error).partition(" and ")[0])
    print(f"use_reentrant={reentrant}: {found[-1]}")
# endregion

assert found[0] == "element 0 of tensors does not require grad"  # shows: reentrant-has-no-graph
assert found[1] == "gradient of B True"  # shows: without-gradient-arrives
dist.destroy_process_group()
