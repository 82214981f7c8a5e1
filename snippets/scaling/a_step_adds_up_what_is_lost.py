"""Model of a step: each of four costs lowers the efficiency, and of two ranks only the slower one is worth a repair.

$ python snippets/scaling/a_step_adds_up_what_is_lost.py
"""


# region step
def step(compute, sent=0, load=0, alone=0):
    """Milliseconds of a step whose next batch is loaded meanwhile."""
    busy = max(compute) + sent  # key line, else: busy = min(compute) + sent
    return max(busy, load) + alone


print(f"ranks of 160 and 250 ms: {step([160, 250]):.0f} ms a step")
print(f"a quicker first rank: {step([100, 250]):.0f}, a quicker second rank: {step([160, 200]):.0f}")
# endregion

even = [100, 100]
costs = step(even, sent=10), step([100, 110]), step(even, load=110), step(even, alone=10)
assert step(even) == 100 and costs == (110, 110, 110, 110)  # shows: communication-waiting-input-work
job = {"compute": [160, 250], "sent": 1, "load": 90}  # its input is hidden, its link hardly used
assert step(**job | {"compute": [160, 200]}) < step(**job)  # shows: compute-rank-1
assert step(**job | {"compute": [100, 250]}) == step(**job)  # shows: compute-rank-0
assert step(**job) - step(**job | {"sent": 0.5}) < 0.01 * step(**job)  # shows: faster-link
assert step(**job | {"load": 9}) == step(**job)  # shows: workers-loader
