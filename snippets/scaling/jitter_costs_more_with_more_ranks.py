"""Simulation: the same random jitter on each rank costs more the more ranks wait for the slowest.

$ python snippets/scaling/jitter_costs_more_with_more_ranks.py
"""
import torch

torch.manual_seed(0)
efficiency = {}

# region jitter
for ranks in (1, 8, 64, 512):
    compute = torch.full((10_000, ranks), 1.0)  # 10,000 steps, each takes 1
    compute += 0.05 * torch.empty_like(compute).exponential_()  # key line
    step = compute.amax(dim=1)  # all wait for the slowest
    efficiency[ranks] = compute.mean() / step.mean()
    print(f"N = {ranks}: efficiency {efficiency[ranks]:.1%}")
# endregion

for ranks, measured in efficiency.items():
    harmonic = sum(1 / n for n in range(1, ranks + 1))  # the expected maximum of exponential variables
    assert abs(measured - 1.05 / (1 + 0.05 * harmonic)) < 0.003

even = compute.mean() + (compute - compute.mean()) / 2  # on 512 ranks, half the spread
assert even.mean() / even.amax(dim=1).mean() > efficiency[512] + 0.05  # shows: vary-less
replaced = compute[:, compute.sum(dim=0).argsort()[:-8]]  # without the 8 that were slowest on average
assert replaced.mean() / replaced.amax(dim=1).mean() < efficiency[512] + 0.005  # refutes: replace-slowest
sent = 0.002  # of a step: next to no time
before = compute.mean() / (step + sent).mean()
assert compute.mean() / (step + sent / 2).mean() < before + 0.005  # refutes: twice-bandwidth
assert compute.mean() / step.mean() < before + 0.005  # all of it is hidden  # refutes: bucket-earlier
