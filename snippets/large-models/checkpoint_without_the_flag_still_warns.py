"""Without use_reentrant, checkpoint does not raise: it warns and takes the old variant.

$ python snippets/large-models/checkpoint_without_the_flag_still_warns.py
"""
import warnings

import torch
from torch.utils.checkpoint import checkpoint

block = torch.nn.Linear(4, 4)
inputs = torch.ones(2, 4, requires_grad=True)

# region call
found = []
for flags in {}, {"use_reentrant": False}:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        output = checkpoint(block, inputs, **flags)  # key line, else: output = block(inputs)
    found.append((len(seen), type(output.grad_fn).__name__))
    print(f"{flags}: {found[-1][0]} warning(s), {found[-1][1]}")
# endregion

assert found == [(1, "CheckpointFunctionBackward"), (0, "AddmmBackward0")]
assert found[0] == (1, "CheckpointFunctionBackward")  # shows: reentrant-warning
