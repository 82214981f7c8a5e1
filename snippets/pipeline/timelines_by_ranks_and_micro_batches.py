"""Simulation: timelines of 1F1B on 2, 4 and 8 ranks: more ranks idle more, more micro-batches less.

$ python snippets/pipeline/timelines_by_ranks_and_micro_batches.py
"""
from _orders import orders
from _slots import place, stored

share = {}

# region draw
for m in (8, 16):
    for ranks in (2, 4, 8):
        told = orders("1F1B", ranks, m)
        rows, length = place(told)
        share[ranks, m] = 1 - 3 * m / length  # key line, else: share[ranks, m] = 0
        print(f"{ranks} ranks, m = {m}: {length} slots, idle {share[ranks, m]:.1%}, stored {max(map(stored, told))}")
        for rank, row in enumerate(rows):
            line = ["."] * length
            for start, slots, kind, _, number in row:
                line[start : start + slots] = [chr(ord("a" if kind == "F" else "A") + number)] * slots
            print(f"rank {rank} {''.join(line)}")
# endregion

for (ranks, m), idle in share.items():
    assert abs(idle - (ranks - 1) / (m + ranks - 1)) < 1e-12
assert share[2, 8] < share[4, 8] < share[8, 8]  # shows: more-ranks-idle-more
assert share[8, 16] < share[8, 8]  # shows: more-micro-batches-idle-less
assert abs(share[4, 8] - 3 / 11) < 1e-12  # shows: idle-as-many-ranks-and-micro-batches
