"""Simulation: a loss that each replica returns as a scalar comes back as a vector, one number for each device.

$ python snippets/errors/scalar_losses_come_back_as_a_vector.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: grad can be implicitly created only for scalar outputs"
# ///
import torch
from _meta_devices import DataParallel


# region train
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)

    def forward(self, x, y):
        loss = (self.layer(x) - y).square()
        return loss.mean()  # key line, else: return loss


model = DataParallel(Model(), devices=2)  # the meta device stands in for both GPUs
loss = model(torch.randn(5, 3), torch.randn(5, 1))
print("loss:", tuple(loss.shape))
# endregion

assert loss.shape == (2,)
loss.backward()
