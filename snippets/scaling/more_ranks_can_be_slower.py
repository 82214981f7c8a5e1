"""Where each hop of a ring costs a latency, a fixed batch has a fastest number of ranks; beyond it more is slower.

$ python snippets/scaling/more_ranks_can_be_slower.py
"""
# region hops
compute, hop = 100.0, 0.5  # ms for the batch on one GPU, ms of latency for one hop
step = {}
for n in (1, 5, 10, 20, 40):
    step[n] = compute / n + 2 * (n - 1) * hop  # key line, else: step[n] = compute / n
    print(f"N = {n}: {step[n]:.1f} ms a step, speed-up {compute / step[n]:.1f}")
# endregion

fastest = (compute / (2 * hop)) ** 0.5  # where the derivative of compute / n + 2 n hop is 0
assert fastest == 10 and min(step, key=step.get) == 10
assert step[1] > step[5] > step[10] < step[20] < step[40]  # shows: minimum-then-rises
assert step[40] > step[10]  # refutes: falls-all-the-way
assert compute / 2 + 2 * hop < compute  # refutes: rises-from-second
