"""Simulation: seven schedules on 4 ranks: two stages on a rank halve the idle time, zero bubble divides it by six.

$ python snippets/pipeline/slots_of_each_schedule.py
"""
from _orders import NAMES, orders
from _slots import place, stored

ranks, micro_batches, share, over, top = 4, 8, {}, {}, {}

# region count
for name in NAMES:
    told = orders(name, ranks, micro_batches)
    stages = len({stage for _, stage, _ in told[0]})  # of a rank
    rows, length = place(told)
    busy = 3 * stages * micro_batches  # a forward takes 1, a backward 2
    idle = length - busy  # key line, else: idle = length
    share[name], over[name], top[name] = idle / length, idle / busy, [stored(mine) / stages for mine in told]
    kept = ", ".join(f"{number:g}" for number in top[name])
    print(f"{name}: idle {share[name]:.2%} of all, {over[name]:.2%} over useful, stored {kept}")
# endregion

one = (ranks - 1) / micro_batches
assert over["GPipe"] == over["1F1B"] == one and share["GPipe"] == 3 / 11  # shows: 1f1b-idle-as-gpipe
assert over["LoopedBFS"] == over["Interleaved1F1B"] == one / 2  # shows: two-stages-half-idle
assert all(over[name] == one / 6 for name in NAMES[4:])  # shows: zero-bubble-sixth-idle
assert top["GPipe"] == top["LoopedBFS"] == [8] * 4  # shows: gpipe-stores-all-8
assert top["1F1B"] == [4, 3, 2, 1]  # shows: 1f1b-stores-ranks-behind
assert top["Interleaved1F1B"] == [5.5, 4.5, 3.5, 2.5]  # shows: interleaved-stores-more-than-1f1b
assert top["ZBVZeroBubble"] == [4] * 4  # shows: zbv-stores-equal-on-all
