"""Micro-batches with gradients 8 and -6 have the mean 1; clipped one by one to 0.5 they leave -0.5.

$ python snippets/batch-size/clipping_each_micro_batch_turns_the_step_round.py
"""
import torch

weight = torch.zeros(1, requires_grad=True)

# region clip
for gradient in (8.0, -6.0):  # of one micro-batch each
    (weight * gradient / 2).sum().backward()
    torch.nn.utils.clip_grad_norm_([weight], max_norm=0.5)  # key line
print(f"gradient {weight.grad.item():.2f}")
# endregion

assert abs(weight.grad.item() + 0.5) < 1e-3
