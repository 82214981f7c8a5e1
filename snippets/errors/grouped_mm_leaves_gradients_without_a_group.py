"""Rows behind the last end are set to zero in the output, but grouped_mm does not write their gradient either.

$ python snippets/errors/grouped_mm_leaves_gradients_without_a_group.py
"""
import torch
from torch.nn.functional import grouped_mm, pad

torch.use_deterministic_algorithms(True)  # fills new memory with NaN, so that the run is the same each time
rows, experts = torch.ones(8, 16, requires_grad=True), torch.ones(2, 16, 32)  # two rows of padding
ends = torch.tensor([2, 6], dtype=torch.int32)

# region grouped
y = grouped_mm(rows, experts, offs=ends)  # key line, else: y = pad(grouped_mm(rows[:6], experts, offs=ends), (0, 0, 0, 2))
y = y.masked_fill(torch.arange(8)[:, None] >= 6, 0)
y.square().sum().backward()
print(f"behind the last end {y[6:].sum():g}, gradient of these rows {rows.grad[6:].sum():g}")
# endregion

assert pad(y[:6], (0, 0, 0, 2)).equal(y)
assert rows.grad[6:].isnan().all()  # shows: gradient-behind-not-written
