"""Clipped once, after the last micro-batch, the gradients 8 and -6 leave 0.5, in the direction of their mean.

$ python snippets/batch-size/clipping_once_keeps_the_direction.py
"""
import torch

weight = torch.zeros(1, requires_grad=True)

# region clip
for gradient in (8.0, -6.0):  # of one micro-batch each
    (weight * gradient / 2).sum().backward()
torch.nn.utils.clip_grad_norm_([weight], max_norm=0.5)  # key line
print(f"gradient {weight.grad.item():.2f}")
# endregion

assert abs(weight.grad.item() - 0.5) < 1e-3
