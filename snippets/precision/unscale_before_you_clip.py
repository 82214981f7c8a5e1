"""Clipped while it holds the factor of the scaler, a gradient of norm 5 becomes 0.001; unscaled first, it becomes 1.

$ python snippets/precision/unscale_before_you_clip.py
"""
import torch
from torch.nn.utils import clip_grad_norm_

weight = torch.nn.Parameter(torch.zeros(2))
optimizer = torch.optim.SGD([weight], lr=1.0)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)

# region clip
steps = {}
for unscale_first in (False, True):
    optimizer.zero_grad()
    loss = (weight * torch.tensor([3.0, 4.0])).sum()
    scaler.scale(loss).backward()
    if unscale_first:
        scaler.unscale_(optimizer)  # key line
    clip_grad_norm_([weight], max_norm=1.0)
    before = weight.detach().clone()
    scaler.step(optimizer)
    scaler.update()
    steps[unscale_first] = (weight.detach() - before).norm().item()
print(f"clipped first: a step of {steps[False]:.4f}; unscaled first: {steps[True]:.4f}")
# endregion

assert abs(steps[True] - 1) < 1e-4  # shows: unscaled-first-1
assert abs(steps[False] - 1 / 1024) < 1e-4  # shows: clipped-first-small
