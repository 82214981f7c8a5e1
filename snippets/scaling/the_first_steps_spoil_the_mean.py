"""Simulation: one slow first step makes the mean of 10 steps twice as long; without the warm-up it is right.

$ python snippets/scaling/the_first_steps_spoil_the_mean.py
"""
import statistics
import time

unit, steps = 0.05, []  # seconds; sleep stands in for the GPU

# region mean
for step in range(10):
    start = time.perf_counter()
    time.sleep(11 * unit if step == 0 else unit)  # loads, allocates, tunes
    steps.append((time.perf_counter() - start) / unit)
wrong = statistics.mean(steps)
del steps[:2]  # key line
right = statistics.mean(steps)
print(f"mean of all 10 steps: {wrong:.0f} units, without the first two: {right:.0f}")
# endregion

assert round(wrong) == 2 and round(right) == 1
