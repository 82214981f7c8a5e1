"""Simulation: for 2, 4 and 8 ranks and twice to 8 times the micro-batches, formulas give the slots of torch's schedules.

$ python snippets/pipeline/formulas_hold_for_torchs_schedules.py
"""
from _orders import NAMES, orders
from _slots import place, stored

# region formulas
STAGES = dict(zip(NAMES, (1, 1, 2, 2, 2, 2, 2)))  # of a rank
PART = dict(zip(NAMES, (1, 1, 2, 2, 6, 6, 6)))  # the idle time of GPipe is divided by this
off = {}
for p, times, name in [(p, times, name) for p in (2, 4, 8) for times in (2, 4, 8) for name in NAMES]:
    m, told = times * p, orders(name, p, times * p)
    idle = place(told)[1] / (3 * STAGES[name] * m) - 1  # key line, else: idle = 0
    kept = max(map(stored, told)) / STAGES[name]
    most = {"GPipe": m, "LoopedBFS": m, "Interleaved1F1B": min((3 * p - 1) / 2, m), "DualPipeV": p + 0.5}
    off[p, m, name] = abs(idle - (p - 1) / (PART[name] * m)), abs(kept - most.get(name, p))
print(f"{len(off)} timelines, off by at most {max(map(max, off.values())):.0f}")
# endregion

assert len(off) == 63 and max(map(max, off.values())) < 1e-12  # shows: formulas-hold
