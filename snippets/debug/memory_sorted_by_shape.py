"""Live tensors counted by owner and shape: the shape that grows with the steps is the leak.

$ python snippets/debug/memory_sorted_by_shape.py
"""
import gc
from collections import Counter

import torch

model = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 1))
optimizer = torch.optim.AdamW(model.parameters())
inputs, features = torch.ones(256, 64), []
model[1].register_forward_hook(lambda module, args, output: features.append(output.detach()))  # key line


def step():
    model(inputs).square().mean().backward()
    optimizer.step()
    optimizer.zero_grad()


# region count
def live():
    owner = {p.untyped_storage().data_ptr(): "weight" for p in model.parameters()}
    owner |= {t.untyped_storage().data_ptr(): "moment" for s in optimizer.state.values() for t in s.values()}
    found = {t.untyped_storage().data_ptr(): t for t in gc.get_objects() if type(t) is torch.Tensor}
    return Counter((owner.get(at, "other"), tuple(t.shape)) for at, t in found.items() if t.dim())


step()  # the optimizer makes its state
before = live()
for _ in range(3):
    step()
for (who, shape), number in (live() - before).items():
    print(f"{who} {shape}: {number} more after 3 steps, {number * 4 * torch.Size(shape).numel():,} B")
# endregion

assert live() - before == {("other", (256, 64)): 3}  # shows: features-three-more
assert before["moment", (64, 64)] == 2  # two moments of one weight  # shows: two-moments
assert not any(who in ("weight", "moment") for who, _ in live() - before)  # shows: weights-moments-stay
