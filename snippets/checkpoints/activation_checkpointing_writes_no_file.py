"""torch.utils.checkpoint recomputes activations in backward; it saves nothing to disk.

$ python snippets/checkpoints/activation_checkpointing_writes_no_file.py
"""
import os

import torch
from torch.utils.checkpoint import checkpoint

layer = torch.nn.Linear(4, 4)
calls, files = [], set(os.listdir())
layer.register_forward_pre_hook(lambda *_: calls.append("forward"))

# region recompute
x = torch.ones(2, 4, requires_grad=True)
y = checkpoint(layer, x, use_reentrant=False)  # key line, else: y = layer(x)
y.sum().backward()
written = set(os.listdir()) - files
print(f"forwards of the layer: {len(calls)}, files written: {len(written)}")
# endregion

assert len(calls) == 2 and not written
