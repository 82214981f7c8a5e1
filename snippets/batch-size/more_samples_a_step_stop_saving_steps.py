"""Simulation: while noise limits, 4 times the batch is about a quarter of the steps; past that, samples save nothing.

$ python snippets/batch-size/more_samples_a_step_stop_saving_steps.py
"""
import torch

torch.manual_seed(0)
rates = torch.tensor([2.0**-n for n in range(10)]).reshape(10, 1)  # 1, 1/2 ... 1/512
curvature = 100 ** -torch.linspace(0, 1, 1000)  # of each weight, from 1 down to 1/100
spread = 1.0  # of the gradient of one sample, in each weight; the gradient is curvature x weight


def loss(weights):
    return (curvature * weights.square()).mean(-1)


def noise_scale(weights):  # variance of the gradient of one sample by the square of the mean gradient
    return 1000 * spread**2 / (curvature * weights).square().sum().item()


def steps_to_goal(noise):
    weights = torch.ones(10, 1000)  # a row for each rate; the best weight is 0
    steps = 0
    while loss(weights).min() > 0.05 * loss(torch.ones(1000)):  # until the best rate arrives
        gradient = curvature * weights + noise * torch.randn(1000)
        weights = weights - rates * gradient
        steps += 1
    return steps, loss(weights).argmin(), weights


# region steps
needed = {}
for batch in (1, 4, 16, 64, 256, 1024, 4096):
    needed[batch], row, weights = steps_to_goal(noise=spread / batch**0.5)  # key line, else: needed[batch], row, weights = steps_to_goal(noise=0)
    best = rates[row].item()
    print(f"batch {batch}: rate {best:.3g}, steps {needed[batch]}, samples {batch * needed[batch]}")
print(f"noise scale: {noise_scale(torch.ones(1000)):.0f} at the start, {noise_scale(weights[row]):.0f} at the goal")
# endregion

assert all(3 < needed[b] / needed[4 * b] < 5 for b in (1, 4)) and needed[64] < 3 * needed[256]
assert noise_scale(torch.ones(1000)) < 64 < noise_scale(weights[row])  # the bend lies between
assert needed[4096] == needed[1024]  # shows: 4096-steps-1024
assert best == 1 and (1 - 4 * best) ** 2 > 1  # refutes: linear-rule-hold
assert needed[4096] - 1 <= steps_to_goal(noise=0)[0] > 1  # refutes: without-noise-single-step
