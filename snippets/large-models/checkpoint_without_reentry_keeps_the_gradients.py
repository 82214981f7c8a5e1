"""With use_reentrant=False a checkpointed block gets its gradient even if its input needs none.

$ python snippets/large-models/checkpoint_without_reentry_keeps_the_gradients.py
"""
import torch
from torch.utils.checkpoint import checkpoint

first, last = torch.nn.Linear(4, 4), torch.nn.Linear(4, 4)
samples = torch.ones(2, 4)
runs = []
first.register_forward_pre_hook(lambda *_: runs.append("forward"))

# region right
hidden = checkpoint(first, samples, use_reentrant=False)  # key line, else: hidden = first(samples)
last(hidden).sum().backward()
for name, layer in {"first": first, "last": last}.items():
    print(f"{name} layer has a gradient: {layer.weight.grad is not None}")
# endregion

assert len(runs) == 2  # in forward, and again in backward  # shows: second-forward
again = torch.autograd.grad(last(first(samples)).sum(), first.weight)[0]
assert torch.equal(first.weight.grad, again) and last.weight.grad is not None
