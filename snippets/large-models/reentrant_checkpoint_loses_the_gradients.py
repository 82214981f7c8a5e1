"""With use_reentrant=True and an input that needs no gradient, the block gets none: only a warning tells.

$ python snippets/large-models/reentrant_checkpoint_loses_the_gradients.py
"""
import warnings

import torch
from torch.utils.checkpoint import checkpoint

warnings.simplefilter("ignore")  # "None of the inputs have requires_grad=True"
first, last = torch.nn.Linear(4, 4), torch.nn.Linear(4, 4)

# region wrong
samples = torch.ones(2, 4)  # data needs no gradient
hidden = checkpoint(first, samples, use_reentrant=True)  # key line, else: hidden = first(samples)
last(hidden).sum().backward()
for name, layer in {"first": first, "last": last}.items():
    print(f"{name} layer has a gradient: {layer.weight.grad is not None}")
# endregion

assert first.weight.grad is None and last.weight.grad is not None
assert not samples.requires_grad and first.weight.grad is None  # shows: input-gradient-parameters-none
