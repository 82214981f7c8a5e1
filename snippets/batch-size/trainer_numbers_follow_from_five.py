"""Samples, batch, ranks, accumulation and a base rate give batch, steps, repeats and rate; real samplers agree.

$ python snippets/batch-size/trainer_numbers_follow_from_five.py
"""
from math import ceil, sqrt

from torch.utils.data import DataLoader, DistributedSampler

def real(N, b, W, k):
    """The same numbers, counted: optimizer steps of an epoch, and samples that were drawn twice."""
    samplers = [DistributedSampler(range(N), W, rank) for rank in range(W)]
    micro_steps = sum(1 for _ in DataLoader(range(N), b, sampler=samplers[0]))
    steps = sum(number % k == 0 or number == micro_steps for number in range(1, micro_steps + 1))
    return steps, sum(map(len, samplers)) - N

base_batch, rate = 256, 0.1
numbers = []

# region numbers
for N, b, W, k in [(1000, 32, 1, 1), (1000, 32, 4, 1), (1001, 32, 8, 2)]:
    effective = b * W * k
    steps = ceil(ceil(ceil(N / W) / b) / k)
    repeated = W * ceil(N / W) - N  # key line, else: repeated = 0
    linear = rate * effective / base_batch  # SGD
    root = rate * sqrt(effective / base_batch)  # Adam
    print(f"{W} x {b} x {k}: batch {effective}, {steps} steps, {repeated} repeated", end=", ")
    print(f"rate {linear:.3g} or {root:.3g}")
    numbers.append((steps, repeated) == real(N, b, W, k))
# endregion

assert numbers == [True, True, True]
