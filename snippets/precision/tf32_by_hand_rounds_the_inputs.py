"""Rounded by hand to the 11 digits of TF32, the inputs of a product leave an error between float32 and bfloat16.

$ python snippets/precision/tf32_by_hand_rounds_the_inputs.py
"""
import torch

torch.manual_seed(0)
x, w = torch.randn(256, 256), torch.randn(256, 256)
exact = x.double() @ w.double()


# region round
def keep(value, digits):
    """A float32 has 24 binary digits. Round to the nearest with fewer."""
    cut = 24 - digits
    bits = value.view(torch.int32) + (1 << (cut - 1))
    return (bits >> cut << cut).view(torch.float32)


errors = {}
for name, inputs in {
    "float32": (x, w),
    "TF32, 11 digits": (keep(x, 11), keep(w, 11)),  # key line, else: "TF32, 11 digits": (x, w),
    "bfloat16, 8 digits": (keep(x, 8), keep(w, 8)),
}.items():
    errors[name] = ((inputs[0] @ inputs[1] - exact).norm() / exact.norm()).item()
    print(f"{name}: error", "below 1e-06" if errors[name] < 1e-6 else f"{errors[name]:.1g}")
# endregion

fine, middle, coarse = errors.values()
assert fine < 1e-5 < middle < 1e-3 < coarse  # shows: tf32-between
