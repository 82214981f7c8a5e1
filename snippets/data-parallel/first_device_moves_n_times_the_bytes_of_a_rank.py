"""Simulation: without NCCL, the first device of N moves N times the bytes that a rank of DDP moves.

$ python snippets/data-parallel/first_device_moves_n_times_the_bytes_of_a_rank.py
"""
import torch
from _cpu_devices import DataParallel, moved

plain = torch.nn.Linear(999, 1000)
size = sum(p.nbytes for p in plain.parameters())
ratios = []

# region bytes
for devices in (2, 4, 8):
    moved.clear()
    model = plain
    model = DataParallel(plain, devices)  # key line
    model(torch.randn(devices, 999)).sum().backward()
    first = moved["weights"] + moved["gradients"]  # out of device 0, and in
    ring = 2 * (devices - 1) / devices * size  # each rank of DDP
    print(f"{devices}: {first / size:.3g} and {ring / size:.3g} times the model")
    ratios.append(first / ring)
# endregion

assert ratios == [2, 4, 8]
assert moved["weights"] == moved["gradients"] == 7 * 4 * 1_000_000
