"""grouped_mm refuses 15 numbers in a row: the step from row to row, 60 bytes in float32, is no multiple of 16.

$ python snippets/errors/grouped_mm_refuses_rows_of_60_bytes.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: strides should be multiple of 16 bytes"
# asserts = ['raises("RuntimeError: strides should be multiple of 16 bytes", at="grouped_mm(")']
# ///
import torch
from torch.nn.functional import grouped_mm

counts = torch.tensor([3, 5])

# region grouped
dim = 15  # key line, else: dim = 16
rows, experts = torch.ones(8, dim), torch.ones(2, dim, 32)
y = grouped_mm(rows, experts, offs=counts.cumsum(0).to(torch.int32))
print(f"{tuple(y.shape)}, each number {y[0, 0]:g}")
# endregion
