"""Simulation: a number that is repeated for each sample is cut with the samples.

$ python snippets/errors/argument_has_an_element_for_each_sample.py
"""
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
count = torch.tensor(16.0)
count = count.expand(len(x))  # key line -> RuntimeError: chunk expects at least a 1-dimensional tensor
print("losses:", tuple(model(x, count).shape))
# endregion

assert model(x, count).shape == (4,)
