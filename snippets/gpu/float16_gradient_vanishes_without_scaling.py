"""A gradient of 1e-8 is zero in float16; scaled by 65,536 it survives, and unscaling gives it back.

$ python snippets/gpu/float16_gradient_vanishes_without_scaling.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
weight = torch.nn.Parameter(torch.ones((), device=device))
optimizer = torch.optim.SGD([weight], lr=1.0)
scaler = torch.amp.GradScaler(device, init_scale=65536.0)
seen = []  # gradients of the float16 weight


def loss():
    half = weight.half()
    half.register_hook(seen.append)
    return (half * 1e-4).float() * 1e-4  # backward goes through float16


# region scale
loss().backward()
plain = weight.grad.item()
scaler.scale(loss()).backward()  # key line, else: scaler.scale(loss()); loss().backward()
scaler.unscale_(optimizer)
print(f"without scaling {plain:.2g}, with scaling {weight.grad.item():.2g}")
# endregion

assert plain == 0.0
assert abs(weight.grad.item() - 1e-8) < 1e-10
assert abs(seen[1] - 6.6e-4) < 1e-5 and seen[1] > 6e-8  # shows: times-65536-above-smallest
assert all(gradient.dtype == torch.float16 for gradient in seen)  # shows: float32-before-backward
assert [gradient.item() > 0 for gradient in seen] == [False, True]  # shows: adds-up
