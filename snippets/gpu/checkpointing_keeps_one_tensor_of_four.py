"""Checkpointing keeps the input of a block of four Tanh, 4 MiB, in place of 16 MiB.

$ python snippets/gpu/checkpointing_keeps_one_tensor_of_four.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import torch
from torch.utils.checkpoint import checkpoint

device = "cuda" if torch.cuda.is_available() else "cpu"
allocated = torch.cuda.memory_allocated if device == "cuda" else lambda: 0
inputs, kept = torch.ones(2**20, device=device, requires_grad=True), {}
before = allocated()


def keep(tensor):  # autograd calls it for each tensor that backward will need
    kept[tensor.untyped_storage().data_ptr()] = tensor.nbytes
    return tensor


# region block
def block(hidden):
    return hidden.tanh().tanh().tanh().tanh()


with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
    output = checkpoint(block, inputs, use_reentrant=False)  # key line, else: output = block(inputs)
print(f"kept for backward: {sum(kept.values()) // 2**20} MiB")
# endregion

assert sum(kept.values()) == 4 * 2**20
if device == "cuda":  # what the allocator counts more than before: the output
    assert abs(allocated() - before - 4 * 2**20) < 2**16
