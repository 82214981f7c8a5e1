"""One process takes six steps on the mean over 12 samples.

$ python snippets/fault-tolerance/one_process_trains_on_twelve_samples.py
"""
import torch

samples = torch.arange(12.0)
weight, step = torch.zeros(1), 0


def gradient(weight, part):
    """Of the sum of (weight * x - x) ** 2."""
    return (2 * (weight * part - part) * part).sum().reshape(1)


# region train
while step < 6:
    total = gradient(weight, samples)
    weight -= 0.001 * total / len(samples)  # key line, else: weight -= 0.001 * total
    step += 1
print(f"{step} steps, weight {weight.item():.4f}")
# endregion

square = (samples**2).mean().item()  # the curve of a parabola: each step keeps this part of the distance
assert abs(weight.item() - (1 - (1 - 0.002 * square) ** 6)) < 1e-4
