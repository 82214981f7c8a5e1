"""A sum of ones stops at 256 in bfloat16 and at 2,048 in float16; float32 goes on.

$ python snippets/precision/a_counter_in_bf16_stops_at_256.py
"""
import torch

reached = {}

# region count
for dtype in (torch.bfloat16, torch.float16, torch.float32):
    count = torch.zeros((), dtype=dtype)
    for _ in range(3000):
        count += 1  # key line
    reached[dtype] = count.item()
    print(f"{dtype}: {count.item():g}")
# endregion

assert list(reached.values()) == [256, 2048, 3000]  # shows: stops-at-256-then-at-2048
