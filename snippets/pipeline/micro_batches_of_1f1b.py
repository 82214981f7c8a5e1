"""Simulation: 1F1B on 4 ranks with 4 to 32 micro-batches: idle for less of the time, and never more than 4 micro-batches stored.

$ python snippets/pipeline/micro_batches_of_1f1b.py
"""
from _orders import orders
from _slots import place, stored

ranks, found = 4, {}

# region count
for m in (4, 8, 16, 32):
    told = {name: orders(name, ranks, m) for name in ("GPipe", "1F1B")}
    rows, length = place(told["1F1B"])
    idle = length - 3 * m  # key line, else: idle = length
    found[m] = idle / length, *(max(map(stored, mine)) for mine in told.values())
    print(f"m = {m}: {length} slots, idle {found[m][0]:.1%}, stored: GPipe {found[m][1]}, 1F1B {found[m][2]}")
# endregion

for m, (share, gpipe, one) in found.items():
    assert abs(share - (ranks - 1) / (m + ranks - 1)) < 1e-12  # shows: idle-share-shrinks
    assert one == ranks  # no more with more of them  # refutes: 1f1b-stores-more
    assert gpipe == m  # shows: gpipe-stores-all
