"""Model: one slow first step makes the mean of 10 steps twice as long; without the warm-up it is right.

$ python snippets/scaling/the_first_steps_spoil_the_mean.py
"""
import statistics

# region mean
steps = [11] + 9 * [1]  # units of time: the first step loads, allocates, tunes
wrong = statistics.mean(steps)
del steps[:2]  # key line
right = statistics.mean(steps)
print(f"mean of all 10 steps: {wrong} units, without the first two: {right}")
# endregion

assert (wrong, right) == (2, 1)
