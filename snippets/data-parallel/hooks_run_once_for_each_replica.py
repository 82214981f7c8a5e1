"""Simulation: a forward hook runs once for each replica, with a shard of the batch.

$ python snippets/data-parallel/hooks_run_once_for_each_replica.py
"""
import torch
from _cpu_devices import DataParallel

sizes = []

# region hook
model = torch.nn.Linear(3, 1)
model.register_forward_hook(lambda module, args, output: sizes.append(len(output)))
model = DataParallel(model, devices=4)  # key line
model(torch.zeros(10, 3))
print("calls:", len(sizes), "with", sorted(sizes, reverse=True), "samples")
# endregion

assert sorted(sizes) == [1, 3, 3, 3]
