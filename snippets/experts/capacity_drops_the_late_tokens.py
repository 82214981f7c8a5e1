"""A capacity gives each expert a fixed number of rows: later tokens of a full expert are dropped, while other rows stay empty.

$ python snippets/experts/capacity_drops_the_late_tokens.py
"""
from math import ceil

import torch

chosen = torch.tensor([0, 0, 1, 0, 2, 0, 0, 3, 1, 0, 2, 0, 1, 0, 3, 0])  # the expert of each of 16 tokens
found = {}

# region capacity
for factor in (1.0, 1.5, 2.0, 2.5):
    capacity = ceil(factor * len(chosen) / 4)
    picked = torch.nn.functional.one_hot(chosen, 4)
    place = (picked.cumsum(0) * picked).sum(1)  # 1 for the first token of an expert, then 2, and so on
    kept = place <= capacity  # key line, else: kept = place > 0
    empty = 4 * capacity - int(kept.sum())
    dropped = (~kept).nonzero().flatten().tolist()
    found[factor] = len(dropped), empty
    print(f"factor {factor}: capacity {capacity}, drops {len(dropped)} of 16 {dropped}, {empty} rows empty")
# endregion

print(f"tokens of each expert {chosen.bincount().tolist()}")
assert found[1.0] == (5, 5)  # shows: factor-one-drops-five
assert found[2.5][0] == 0 and found[2.5][1] > found[1.0][1]  # shows: more-capacity-more-empty
for factor, (dropped, empty) in found.items():
    assert empty == 4 * ceil(4 * factor) - 16 + dropped
    assert (4 * ceil(4 * factor) - empty) + dropped == 16
assert found[1.5] == (3, 11) and found[2.0] == (1, 17)
