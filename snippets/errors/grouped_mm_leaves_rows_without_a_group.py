"""The last end is 6 of 8 rows: grouped_mm leaves the last rows of its output as the memory was, here filled with NaN.

$ python snippets/errors/grouped_mm_leaves_rows_without_a_group.py
"""
import torch
from torch.nn.functional import grouped_mm

torch.use_deterministic_algorithms(True)  # fills new memory with NaN, so that the run is the same each time
rows, experts, counts = torch.ones(8, 16), torch.ones(2, 16, 32), torch.tensor([2, 4])  # two rows of padding

# region grouped
ends = counts.cumsum(0, dtype=torch.int32)  # key line, else: ends = torch.tensor([2, 8], dtype=torch.int32)
y = grouped_mm(rows, experts, offs=ends)
print(f"rows of experts {y[:6].sum():g}, behind the last end {y[6:].sum():g}")
# endregion

assert y[:6].eq(16).all()  # shows: rows-of-experts-right
assert y[6:].isnan().all()  # shows: rows-behind-not-written
