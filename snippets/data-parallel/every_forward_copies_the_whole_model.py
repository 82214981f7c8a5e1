"""Simulation: each forward copies the whole model to every device but the first.

$ python snippets/data-parallel/every_forward_copies_the_whole_model.py
"""
import copy

import torch

model = torch.nn.Sequential(torch.nn.Linear(500, 1000), torch.nn.ReLU(), torch.nn.Linear(1000, 10))
size = sum(parameter.nbytes for parameter in model.parameters())
counted = {}

# region copies
print(f"model: {size / 1e6:.4g} MB")
for devices in (2, 4, 8):
    copied = 0
    for _ in range(100):
        for _ in range(1, devices):  # device 0 uses the module's own weights
            replica = copy.deepcopy(model)  # key line, else: replica = torch.nn.Identity()
            copied += sum(p.nbytes for p in replica.parameters())
    print(f"{devices} devices: {copied / 1e6:.4g} MB copied in 100 steps")
    counted[devices] = copied
# endregion

parameters = 500 * 1000 + 1000 + 1000 * 10 + 10
assert all(copied == 100 * (devices - 1) * 4 * parameters for devices, copied in counted.items())
assert counted[2] / 100 == size  # shows: copy-whole-model
assert counted[4] == 100 * 3 * size  # shows: weights-copied-each-forward
before, doubled = (len(range(0, 6400, batch)) * counted[4] / 100 for batch in (64, 128))  # in an epoch
assert doubled == before / 2  # shows: half
assert doubled < before  # shows: as-before
assert doubled < 2 * before  # shows: twice
