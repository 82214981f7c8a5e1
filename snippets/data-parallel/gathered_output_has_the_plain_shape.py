"""Simulation: each replica sees a shard, and the caller gets the output of the whole batch.

$ python snippets/data-parallel/gathered_output_has_the_plain_shape.py
"""
import torch
from _cpu_devices import DataParallel

seen = []


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(10, 4)

    def forward(self, shard):
        output = self.linear(shard)
        seen.append((tuple(shard.shape), tuple(output.shape)))
        return output


# region shapes
model = Model()
model = DataParallel(model, devices=2)  # key line
output = model(torch.randn(30, 10))
for shard, result in seen:
    print("in a replica:", shard, "to", result)
print("for the caller:", tuple(output.shape))
# endregion

assert seen == [((15, 10), (15, 4))] * 2
assert output.shape == (30, 4)
