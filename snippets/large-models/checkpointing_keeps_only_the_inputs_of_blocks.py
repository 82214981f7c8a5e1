"""Activation checkpointing keeps the input of each block and computes the rest again: fewer bytes, equal gradients.

$ python snippets/large-models/checkpointing_keeps_only_the_inputs_of_blocks.py
"""
import torch
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
layers = [(torch.nn.Linear(64, 64), torch.nn.Tanh()) for _ in range(16)]
blocks = [torch.nn.Sequential(*[m for pair in layers[i : i + 4] for m in pair]) for i in (0, 4, 8, 12)]
inputs = torch.randn(256, 64, requires_grad=True)  # 65,536 B
weights = {p.untyped_storage().data_ptr() for block in blocks for p in block.parameters()}

def keep(tensor):  # autograd calls it for each tensor that backward will need
    if tensor.untyped_storage().data_ptr() not in weights:
        kept[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
    return tensor

# region forward
hidden, kept = inputs, {}
with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
    for block in blocks:
        hidden = block(hidden)
plain, bytes_plain = torch.autograd.grad(hidden.sum(), inputs)[0], sum(kept.values())

hidden, kept = inputs, {}
with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
    for block in blocks:
        hidden = checkpoint(block, hidden, use_reentrant=False)  # key line
again, bytes_again = torch.autograd.grad(hidden.sum(), inputs)[0], sum(kept.values())
print(f"kept for backward: {bytes_plain:,} B, with checkpointing {bytes_again:,} B")
# endregion

assert (bytes_plain, bytes_again) == (17 * 65_536, 4 * 65_536)  # input and 16 Tanh outputs; 4 block inputs
torch.testing.assert_close(again, plain, rtol=0, atol=0)
assert len(kept) == 4 and inputs.untyped_storage().data_ptr() in kept  # shows: input-each-block
