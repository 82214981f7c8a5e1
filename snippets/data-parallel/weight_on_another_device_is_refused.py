"""Simulation: one weight that is not on the first device stops the forward.

$ python snippets/data-parallel/weight_on_another_device_is_refused.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: module must have its parameters and buffers on device cpu"
# asserts = ['raises("RuntimeError: found one of them on device: meta", at="model(torch.zeros(4, 3))")']
# ///
import torch
from _cpu_devices import DataParallel

# region device
layers = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Linear(3, 1))
layers[1].to("meta")  # key line
model = DataParallel(layers, devices=2)  # the meta device stands in for cuda:1
model(torch.zeros(4, 3))
# endregion
