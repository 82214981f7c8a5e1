"""Weight decay of AdamW acts once a step by rate times decay: four times the batch at twice the rate halves it over an epoch.

$ python snippets/batch-size/square_root_rate_weakens_the_weight_decay.py
"""
import math

import torch

shrunk = {}

# region decay
for batch, rate, decay in [(64, 0.001, 0.1), (256, 0.002, 0.1), (256, 0.002, 0.2)]:
    weight = torch.ones(1, requires_grad=True)
    settings = {"lr": rate, "weight_decay": decay}  # key line, else: settings = {"lr": rate}
    optimizer = torch.optim.AdamW([weight], **settings)
    for _ in range(64000 // batch):
        weight.grad = torch.zeros(1)  # nothing to learn: what moves is the decay
        optimizer.step()
    shrunk[batch, decay] = 1 - weight.item()
    lost = 100 * shrunk[batch, decay]
    print(f"batch {batch}, rate {rate}, decay {decay}: an epoch takes {lost:.2g} % off the weight")
# endregion

assert math.isclose(1 - shrunk[64, 0.1], (1 - 0.001 * 0.1) ** 1000, rel_tol=1e-4)
assert math.isclose(shrunk[256, 0.1], shrunk[64, 0.1] / 2, rel_tol=0.03)  # shows: half-the-decay
assert math.isclose(shrunk[256, 0.2], shrunk[64, 0.1], rel_tol=0.01)  # shows: twice-the-decay
