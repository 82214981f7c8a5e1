"""Five formats in numbers: the largest, the smallest above zero, and the next number after 1.

$ python snippets/precision/formats_trade_digits_for_range.py
"""
import torch

names = ("float32", "bfloat16", "float16", "float8_e4m3fn", "float8_e5m2")
found = {}

# region table
for name in names:
    info = torch.finfo(getattr(torch, name))
    smallest = info.smallest_normal * info.eps  # key line, else: smallest = info.smallest_normal
    found[name] = [smallest, 1 + info.eps]
    ends = f"largest {info.max:.5g}, smallest {smallest:.2g}"
    print(f"{name}: {info.bits} bits, {ends}, after 1 comes {1 + info.eps:.8g}")
# endregion

for name, (smallest, after) in found.items():
    dtype = getattr(torch, name)
    small = torch.tensor([smallest, smallest / 2], dtype=torch.float64).to(dtype).double().tolist()
    assert small == [smallest, 0.0]  # shows: half-smallest-zero
    near = torch.tensor([after, (1 + after) / 2], dtype=torch.float64).to(dtype).double().tolist()
    assert near == [after, 1.0]  # shows: nothing-between
