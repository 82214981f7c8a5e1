"""Simulation: without NCCL, the link of the first of N devices is busy N times as long as that of a rank of DDP.

$ python snippets/data-parallel/link_of_the_first_device_is_busy_n_times_as_long.py
"""
import torch
from _cpu_devices import DataParallel, moved

plain = torch.nn.Linear(999, 1000)
size = sum(p.nbytes for p in plain.parameters())
ratios = []

# region bytes
for devices in (2, 4, 8):
    moved.clear()
    model = DataParallel(plain, devices)  # key line, else: model = plain
    model(torch.randn(devices, 999)).sum().backward()
    out, back = moved["weights"] / size, moved["gradients"] / size
    print(f"{devices} devices: {out:.3g} out, then {back:.3g} in")
    ring = 2 * (devices - 1) / devices  # sent, while as much is received
    print(f"  rank of DDP: {ring:.3g} out and in at once")
    ratios.append((out + back) / ring)  # of the times, at one bandwidth
# endregion

assert ratios == [2, 4, 8]
assert (out, back) == (7, 7)
