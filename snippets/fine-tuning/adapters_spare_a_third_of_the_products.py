"""A frozen matrix needs no product for a gradient of its own: the backward has half of them, the forward has all.

$ python snippets/fine-tuning/adapters_spare_a_third_of_the_products.py
"""
import torch
from _adapter import Adapted
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

torch.manual_seed(0)
DIM, TOKENS, LAYERS = 256, 64, 4
x, found = torch.randn(TOKENS, DIM, requires_grad=True), {}  # as behind an embedding that trains

# region products
for name in ("full", "adapters"):
    layers = [nn.Linear(DIM, DIM, bias=False) for _ in range(LAYERS)]
    if name == "adapters":
        layers = [Adapted(layer, rank=2) for layer in layers]  # key line, else: layers = [Adapted(layer, rank=2).requires_grad_() for layer in layers]
    with FlopCounterMode(display=False) as forward:
        y = nn.Sequential(*layers)(x)
    with FlopCounterMode(display=False) as backward:
        y.sum().backward()
    found[name] = forward.get_total_flops(), backward.get_total_flops()
    print(f"{name}: forward {found[name][0] / 1e6:.1f} million operations, backward {found[name][1] / 1e6:.1f}")
# endregion

product = 2 * TOKENS * DIM * DIM * LAYERS
assert found["full"] == (product, 2 * product)  # shows: backward-twice-the-forward
assert product < found["adapters"][0] < 1.05 * product  # shows: forward-as-much
assert product < found["adapters"][1] < 1.05 * product  # shows: backward-half
