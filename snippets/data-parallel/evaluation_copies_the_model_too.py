"""Simulation: a forward without gradients copies the weights as well; only training sums gradients.

$ python snippets/data-parallel/evaluation_copies_the_model_too.py
"""
import torch
from _cpu_devices import DataParallel, moved

model = torch.nn.Linear(999, 1000)  # 1,000,000 parameters
size = sum(p.nbytes for p in model.parameters())
batch = torch.randn(8, 999)

# region copies
model = DataParallel(model, devices=4)  # key line
model(batch).sum().backward()
print("training step:", {name: moved[name] for name in ("weights", "gradients")})
trained = moved.copy()

moved.clear()
with torch.no_grad():
    model(batch)
print("evaluation:   ", {name: moved[name] for name in ("weights", "gradients")})
# endregion

assert trained["weights"] == 3 * size  # shows: copy-whole-model
assert trained["gradients"] == 3 * size
assert moved["weights"] == 3 * size  # shows: weights-copied-each-forward
assert moved["gradients"] == 0
assert size == 4 * 1_000_000
