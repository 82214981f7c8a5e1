"""The rates of the ranks, each over its own compute time, add up to 2.5 times what the job delivers.

$ python snippets/scaling/adding_rank_rates_forgets_the_wait.py
"""
# region rates
batch = 32  # samples of each rank
compute = [0.1, 0.1, 0.3, 0.1]  # seconds before the all-reduce
wrong = sum(batch / seconds for seconds in compute)
held = [max(compute)] * len(compute)  # key line, else: held = compute
right = sum(batch / seconds for seconds in held)
print(f"rates added {wrong:.0f} samples/s, the job delivers {right:.0f}")
# endregion

assert abs(right - 4 * batch / 0.3) < 1e-9 and round(wrong / right, 6) == 2.5
