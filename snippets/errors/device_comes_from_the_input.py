"""Simulation: a forward that takes device and dtype from its input and from a buffer runs in a replica too.

$ python snippets/errors/device_comes_from_the_input.py
"""
import torch


# region forward
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(3))
        self.register_buffer("where", torch.empty(0), persistent=False)

    def forward(self, x):
        like = self.where  # key line, else: like = next(self.parameters(), torch.zeros(1).double())
        return self.scale * x + torch.zeros(3, device=x.device, dtype=like.dtype)


replica = Model()._replicate_for_data_parallel()  # what DataParallel does for each GPU
replica.scale = torch.ones(3)  # and a copy that is no parameter
output = replica(torch.ones(2, 3))
print("output:", tuple(output.shape), output.dtype)
# endregion

assert output.tolist() == [[1.0] * 3] * 2
assert output.dtype == torch.float32
