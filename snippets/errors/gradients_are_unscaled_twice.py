"""Two gradients are accumulated, and unscale_ is called after each backward.

$ python snippets/errors/gradients_are_unscaled_twice.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: unscale_() has already been called on this optimizer since the last update()."
# asserts = ['raises("RuntimeError: unscale_() has already been called", at="scaler.unscale_(optimizer)")']
# ///
import torch
from torch.nn.utils import clip_grad_norm_

weight = torch.nn.Parameter(torch.ones(2))
optimizer = torch.optim.SGD([weight], lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)

# region step
for micro_batch in range(2):
    scaler.scale(weight.sum()).backward()
    scaler.unscale_(optimizer)  # key line
clip_grad_norm_([weight], max_norm=1.0)
scaler.step(optimizer)
scaler.update()
print(f"norm {weight.grad.norm().item():.3f}")
# endregion
