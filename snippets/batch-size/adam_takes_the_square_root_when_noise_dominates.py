"""Simulation: when gradients are mostly noise, Adam with batch x 16 keeps its pace with rate x 4, the square root.

$ python snippets/batch-size/adam_takes_the_square_root_when_noise_dominates.py
"""
import torch

torch.manual_seed(0)

# region rule
moved = {}
for batch, factor in [(1, 1), (16, 1), (16, 4), (16, 16)]:
    rate = 0.001 * factor  # key line, else: rate = 0.001
    weight = torch.zeros(1000, requires_grad=True)
    optimizer = torch.optim.Adam([weight], lr=rate)
    for _ in range(4096 // batch):  # 4,096 samples each time
        noise = 30 * torch.randn(1000) / batch**0.5  # a mean of `batch` samples
        weight.grad = 1 + noise  # the true gradient is 1
        optimizer.step()
    moved[batch, factor] = -weight.mean().item()
    print(f"batch {batch}, rate x {factor}: moved {moved[batch, factor]:.2g}")
# endregion

reference = moved[1, 1]
assert abs(moved[16, 4] / reference - 1) < 0.1  # shows: times-4-square-root-noise
assert moved[16, 1] < 0.4 * reference
assert moved[16, 16] > 3 * reference
