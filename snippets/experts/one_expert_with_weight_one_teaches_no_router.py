"""With one expert for each token and weights that add up to one, the weight is always 1, and the router gets no gradient.

$ python snippets/experts/one_expert_with_weight_one_teaches_no_router.py
"""
import torch
from _layer import expert, tensors

slopes = {}

# region router
for name in ("softmax over the chosen", "softmax over all"):
    x, router, up, down = tensors()
    scores = x @ router.requires_grad_()
    weight, chosen = scores.topk(1).values.softmax(-1), scores.argmax(-1)
    if name == "softmax over all":
        weight = scores.softmax(-1).gather(1, chosen[:, None])  # key line, else: pass
    out = torch.stack([expert(token, up[e], down[e]) for token, e in zip(x, chosen, strict=True)])
    (weight * out).square().sum().backward()
    slopes[name] = router.grad.norm().item()
    print(f"{name}: weights from {weight.min():.2f} to {weight.max():.2f}, gradient of the router {slopes[name]:.2f}")
# endregion

assert slopes["softmax over the chosen"] == 0  # shows: chosen-no-gradient
assert slopes["softmax over all"] > 0.1  # shows: all-gives-gradient
