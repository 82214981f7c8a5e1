"""Simulation: a step moves inputs, weights, outputs and two kinds of gradients between devices.

$ python snippets/data-parallel/one_step_moves_five_kinds_of_bytes.py
"""
import torch
from _cpu_devices import DataParallel, moved

# region kinds
model = torch.nn.Linear(256, 1000)
model = DataParallel(model, devices=4)  # key line
output = model(torch.randn(512, 256))
output.square().mean().backward()
for kind, count in moved.items():
    print(f"{kind}: {count / 1e6:.3g} MB")
# endregion

parameters = 256 * 1000 + 1000
assert moved["weights"] == moved["gradients"] == 3 * 4 * parameters
assert moved["outputs"] == moved["gradients of outputs"] == 3 / 4 * 4 * 512 * 1000
assert moved["inputs"] == 3 / 4 * 4 * 512 * 256

before = moved.copy()
moved.clear()
model(torch.randn(1024, 256)).square().mean().backward()  # twice the batch
assert moved["outputs"] == 2 * before["outputs"]  # shows: gathered-outputs
assert moved["gradients of outputs"] == 2 * before["gradients of outputs"]  # shows: gradients-of-outputs
assert moved["weights"] == before["weights"]  # refutes: copied-weights
assert moved["gradients"] == before["gradients"]  # refutes: summed-gradients
