"""Simulation: losses that each replica returns per sample are gathered like any output; the mean comes after.

$ python snippets/errors/mean_after_the_gather_is_a_scalar.py
"""
import torch
from _meta_devices import DataParallel


# region train
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)

    def forward(self, x, y):
        loss = (self.layer(x) - y).square()
        return loss


model = DataParallel(Model(), devices=2)  # the meta device stands in for both GPUs
loss = model(torch.randn(5, 3), torch.randn(5, 1))
print("losses:", tuple(loss.shape))
loss = loss.mean()  # key line -> RuntimeError: grad can be implicitly created only for scalar outputs
loss.backward()
# endregion

assert loss.shape == ()
assert model.module.layer.weight.grad.shape == (1, 3)
