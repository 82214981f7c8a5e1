"""Simulation: the timelines of seven schedules, 4 ranks and 8 micro-batches, with a row for each stage.

$ python snippets/pipeline/timelines_of_seven_schedules.py
"""
from _orders import NAMES, orders
from _slots import COST, place, stored

ranks, m, lengths = 4, 8, {}

# region draw
for name in NAMES:
    told = orders(name, ranks, m)
    stages = len({stage for _, stage, _ in told[0]})  # of a rank; a stage of two has half of its layers
    cost = {kind: 2 * slots // stages for kind, slots in COST.items()}  # key line, else: cost = COST
    rows, length = place(told, cost)
    idle, kept = 1 - 6 * m / length, max(map(stored, told)) / stages
    print(f"{name}: {length / 2:g} slots, idle {idle:.1%}, stored {kept:g}")
    for rank, row in enumerate(rows):
        for stage in sorted({stage for _, _, _, stage, _ in row}):
            line = ["."] * length
            for start, slots, kind, at, number in row:
                sign = chr({"F": ord("0"), "W": ord("A")}.get(kind, ord("a")) + number)  # digit, A to H, a to h
                line[start : start + slots] = [sign] * slots if at == stage else line[start : start + slots]
            print(f"rank {rank} stage {stage} {''.join(line)}")
    # endregion
    lengths[name] = length / 2

assert lengths == dict(zip(NAMES, (33, 33, 28.5, 28.5, 25.5, 25.5, 25.5)))  # 24 of them busy  # shows: slots-of-each
