"""Simulation: up to a point 4 times the batch is nearly a quarter of the steps; past it, more samples save nothing.

$ python snippets/batch-size/more_samples_a_step_stop_saving_steps.py
"""
import torch

torch.manual_seed(0)
rates = torch.tensor([2.0**-n for n in range(10)]).reshape(10, 1)  # 1, 1/2 ... 1/512
spread = 4.0  # of the gradient of one sample; the gradient itself begins at 1
needed = {}

# region steps
for batch in (1, 4, 16, 64, 256, 1024, 4096):
    weights = torch.ones(10, 1000)  # a row for each rate; the best weight is 0
    steps = 0
    while weights.square().mean(1).min() > 0.1:  # until the best rate arrives
        noise = spread * torch.randn(1000) / batch**0.5
        gradient = weights + noise  # key line, else: gradient = weights
        weights = weights - rates * gradient
        steps += 1
    needed[batch] = steps
    best = rates[weights.square().mean(1).argmin()].item()
    print(f"batch {batch}: rate {best:.3g}, steps {steps}, samples {batch * steps}")
# endregion

assert needed[1] / needed[4] > 3 and needed[1024] == needed[4096]
assert needed[4096] == needed[256]  # shows: 4096-steps-256
assert best == 1 and (1 - 16 * best) ** 2 > 1  # shows: linear-rule-hold
assert needed[256] == needed[4096] == 1  # shows: finer-grid-save-steps
