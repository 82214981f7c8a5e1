"""All micro-batches have the same scale; unscale_ comes once, after the last backward and before clipping.

$ python snippets/errors/gradients_are_unscaled_once_a_step.py
"""
import torch
from torch.nn.utils import clip_grad_norm_

weight = torch.nn.Parameter(torch.ones(2))
optimizer = torch.optim.SGD([weight], lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)

# region step
for micro_batch in range(2):
    scaler.scale(weight.sum()).backward()
scaler.unscale_(optimizer)  # key line
before = weight.grad.norm().item()
clip_grad_norm_([weight], max_norm=1.0)
scaler.step(optimizer)
scaler.update()
print(f"norm {before:.3f}, clipped to {weight.grad.norm().item():.3f}")
# endregion

assert abs(before - 8**0.5) < 1e-4  # shows: norm-unscaled
