"""Model of a step: each of four costs lowers the efficiency, and of two ranks only the slower one is worth a repair.

$ python snippets/scaling/a_step_adds_up_what_is_lost.py
"""


# region step
def step(compute, sent=0, load=0, alone=0):
    """Milliseconds of a step whose next batch is loaded meanwhile."""
    busy = max(compute) + sent  # key line, else: busy = min(compute) + sent
    return max(busy, load) + alone


costs = {
    "nothing is lost": step([100, 100]),
    "all-reduce that shows": step([100, 100], sent=10),
    "one slow rank": step([100, 110]),
    "slow loader": step([100, 100], load=110),
    "work of one rank": step([100, 100], alone=10),
}
for label, milliseconds in costs.items():
    print(f"{label}: {milliseconds} ms")
# endregion

assert list(costs.values()) == [100, 110, 110, 110, 110]  # shows: communication-waiting-input-work
job = {"compute": [160, 250], "sent": 1, "load": 90}  # its input is hidden, its link hardly used
assert step(**job | {"compute": [160, 200]}) < step(**job)  # shows: compute-rank-1
assert step(**job | {"compute": [100, 250]}) == step(**job)  # refutes: compute-rank-0
assert step(**job) - step(**job | {"sent": 0.5}) < 0.01 * step(**job)  # refutes: faster-link
assert step(**job | {"load": 9}) == step(**job)  # refutes: workers-loader
