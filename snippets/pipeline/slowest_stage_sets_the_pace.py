"""Simulation: of four stages one takes twice as long, and all wait for it, with 8 micro-batches and with 64.

$ python snippets/pipeline/slowest_stage_sets_the_pace.py
"""
from _orders import orders
from _slots import place

idle = {}

# region pace
for m in (8, 64):
    for slow in (1, 2):  # the last stage also has the head of the model
        times = {3: slow}  # key line, else: times = {}
        rows, length = place(orders("1F1B", 4, m), times=times)
        busy = [sum(slots for _, slots, *_ in row) for row in rows]
        idle[m, slow] = 1 - sum(busy) / (4 * length)
        print(f"m = {m}, last stage takes {slow} times as long: {length} slots, idle {idle[m, slow]:.1%}")
# endregion

assert idle[64, 1] < idle[8, 1] / 4  # equal stages: more micro-batches help  # shows: equal-stages-less-idle
assert idle[64, 2] > 0.375 > idle[8, 1]  # shows: slow-stage-idle-stays
assert length > 64 * 3 * 2  # shows: length-of-slowest-stage
