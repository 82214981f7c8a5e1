"""Without use_reentrant activation checkpointing warns and runs; torch 2.13 does not raise.

$ python snippets/checkpoints/missing_use_reentrant_warns_and_runs.py
"""
import warnings

import torch
from torch.utils.checkpoint import checkpoint

layer = torch.nn.Linear(4, 4)
x = torch.ones(2, 4, requires_grad=True)

# region warn
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    checkpoint(layer, x).sum().backward()  # key line, else: checkpoint(layer, x, use_reentrant=False).sum().backward()
print("gradient computed:", x.grad is not None)
print("warned:", any("passed explicitly" in str(one.message) for one in seen))
# endregion

assert x.grad is not None
assert any("passed explicitly" in str(one.message) for one in seen)
