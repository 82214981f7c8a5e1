"""cumsum of counts gives int64, and grouped_mm wants the ends of the groups as int32.

$ python snippets/errors/grouped_mm_refuses_int64_ends.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Offsets have to be int32"
# asserts = ['raises("RuntimeError: Offsets have to be int32", at="grouped_mm(")']
# ///
import torch
from torch.nn.functional import grouped_mm

rows, experts, counts = torch.ones(8, 16), torch.ones(2, 16, 32), torch.tensor([3, 5])

# region grouped
ends = counts.cumsum(0)  # key line, else: ends = counts.cumsum(0, dtype=torch.int32)
y = grouped_mm(rows, experts, offs=ends)
print(f"{tuple(y.shape)}, each number {y[0, 0]:g}")
# endregion
