"""Numbers of 0.0001 are zero in float8; multiplied by a scale first, their product has an error of some percent.

$ python snippets/precision/float8_product_needs_a_scale.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)
x, w = (1e-4 * torch.randn(64, 64) for _ in range(2))
exact = x @ w.T


# region product
def product(x, w, scale_x, scale_w):
    x8, w8 = ((t * s).to(device, torch.float8_e4m3fn) for t, s in ((x, scale_x), (w, scale_w)))
    back = [(1 / s).float().to(device) for s in (scale_x, scale_w)]
    return torch._scaled_mm(x8, w8.T, *back, out_dtype=torch.bfloat16).cpu()


one = torch.ones(())
plain = product(x, w, one, one)
scaled = product(x, w, 448 / x.abs().max(), 448 / w.abs().max())  # key line, else: scaled = plain
error = ((scaled - exact).norm() / exact.norm()).item()
print(f"without scales {plain.abs().max().item():g}, with scales an error of {100 * error:.0f} %")
# endregion

assert plain.abs().max() == 0  # shows: without-zero
assert 0.01 < error < 0.06  # shows: scales-percent
