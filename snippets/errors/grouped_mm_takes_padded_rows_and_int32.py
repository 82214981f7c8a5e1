"""With rows padded to 16 numbers and ends in int32 grouped_mm multiplies; the padding is zero and adds nothing.

$ python snippets/errors/grouped_mm_takes_padded_rows_and_int32.py
"""
import torch
from torch.nn.functional import grouped_mm, pad

rows, experts, counts = torch.ones(8, 15), torch.ones(2, 15, 32), torch.tensor([3, 5])

# region grouped
ends = counts.cumsum(0, dtype=torch.int32)
rows, experts = pad(rows, (0, 1)), pad(experts, (0, 0, 0, 1))  # key line, else: pass -> RuntimeError: strides should be multiple of 16 bytes
y = grouped_mm(rows, experts, offs=ends)
print(f"{tuple(y.shape)}, each number {y[0, 0]:g}")
# endregion

assert y.eq(15).all()  # shows: padding-adds-nothing
