"""Model of a ten-day run: a network twice as fast saves 1.5 days, and GPUs twice as fast lower the efficiency.

$ python snippets/scaling/what_each_repair_buys.py
"""
results = {}

# region repairs
repairs = {  # ms of a step: compute, communication not hidden, waiting
    "as it is": (60, 30, 10),
    "network twice as fast": (60, 15, 10),
    "all-reduce every 4th batch": (60, 30 / 4, 10),
    "no straggler": (60, 30, 0),
    "GPUs twice as fast": (30, 30, 10),
}
for label, (compute, *lost) in repairs.items():
    step = compute + sum(lost)  # key line, else: step = compute
    days, share = 10 * step / 100, compute / step  # it took 10 days at 100 ms
    results[label] = days, share
    print(f"{label}: {days:.2f} days, efficiency {share:.0%}")
# endregion

assert results["network twice as fast"][0] == 8.5 and results["as it is"] == (10, 0.6)
assert results["GPUs twice as fast"][1] < 0.6 and results["GPUs twice as fast"][0] == 7
