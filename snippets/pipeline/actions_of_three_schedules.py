"""Actions of rank 0 of 2: GPipe ends all forwards first, 1F1B starts a backward after two, ZBV cuts backwards into I and W.

$ python snippets/pipeline/actions_of_three_schedules.py
"""
from _orders import orders

told = {}

# region list
for name in ("GPipe", "1F1B", "ZBVZeroBubble"):
    actions = orders(name, ranks=2, micro_batches=4)[0]  # key line, else: actions = orders("GPipe", 2, 4)[0]
    told[name] = [f"{stage}{kind}{number}" for kind, stage, number in actions]
    print(f"{name}: {' '.join(told[name])}")
# endregion

assert told["GPipe"] == ["0F0", "0F1", "0F2", "0F3", "0B0", "0B1", "0B2", "0B3"]  # shows: all-forwards-first
assert told["1F1B"] == ["0F0", "0F1", "0B0", "0F2", "0B1", "0F3", "0B2", "0B3"]  # shows: backward-after-two-forwards
assert [action[1] for action in told["ZBVZeroBubble"]].count("I") == 8  # shows: backward-two-halves
assert {action[0] for action in told["ZBVZeroBubble"]} == {"0", "3"}  # shows: rank-first-and-last-stage
