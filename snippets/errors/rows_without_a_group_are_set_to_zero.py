"""Rows behind the last end are cut off before the call, and put back as zeros: their outputs and their gradients are zero.

$ python snippets/errors/rows_without_a_group_are_set_to_zero.py
"""
import torch
from torch.nn.functional import grouped_mm, pad

torch.use_deterministic_algorithms(True)  # fills new memory with NaN, so that the run is the same each time
x, experts, counts = torch.ones(8, 16, requires_grad=True), torch.ones(2, 16, 32), torch.tensor([2, 4])  # 2 of padding

# region grouped
ends = counts.cumsum(0, dtype=torch.int32)
rows = x[: ends[-1]]  # key line, else: rows = x
y = pad(grouped_mm(rows, experts, offs=ends), (0, 0, 0, 8 - len(rows)))
y.square().sum().backward()
print(f"rows of experts {y[:6].sum():g}, gradient {x.grad[6:].sum():g}, behind the last end {y[6:].sum():g}")
# endregion

assert y[:6].eq(16).all()
assert y[6:].eq(0).all()  # shows: rows-behind-zero
assert x.grad[6:].eq(0).all()  # shows: gradient-behind-zero
