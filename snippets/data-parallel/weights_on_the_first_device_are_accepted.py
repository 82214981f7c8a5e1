"""Simulation: with all weights on the first device the forward runs.

$ python snippets/data-parallel/weights_on_the_first_device_are_accepted.py
"""
import torch
from _cpu_devices import DataParallel

first = "cpu"  # on GPUs: "cuda:0"

# region device
layers = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Linear(3, 1))
layers[1].to("meta")
layers[1].to_empty(device=first)  # key line -> RuntimeError: module must have its parameters and buffers on device cpu
model = DataParallel(layers, devices=2)
print("output:", tuple(model(torch.zeros(4, 3)).shape))
# endregion

assert {p.device.type for p in model.parameters()} == {first}  # shows: model-first-device
