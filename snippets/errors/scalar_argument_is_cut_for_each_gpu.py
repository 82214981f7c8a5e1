"""Simulation: DataParallel cuts each tensor argument along dimension 0, and a number in a tensor has none.

$ python snippets/errors/scalar_argument_is_cut_for_each_gpu.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: chunk expects at least a 1-dimensional tensor"
# asserts = ['raises("RuntimeError: chunk expects at least", at="model(x, count)") and not says("losses")']
# ///
import torch
from _meta_devices import DataParallel


# region train
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)

    def forward(self, x, count):
        return self.layer(x).sum(1) / count


model = DataParallel(Model(), devices=2)  # the meta device stands in for both GPUs
x = torch.randn(4, 3)
count = torch.tensor(16.0)  # key line, else: count = torch.full((4,), 16.0)
print("losses:", tuple(model(x, count).shape))
# endregion
