"""Simulation: replicas share the lists of the module; of its buffers only the first replica has the originals.

$ python snippets/data-parallel/replicas_share_lists_and_the_first_one_buffers.py
"""
import torch
from _cpu_devices import DataParallel


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("total", torch.zeros(()))
        self.seen = []
        self.samples = 0

    def forward(self, shard):
        self.samples = self.samples + len(shard)
        self.total.add_(shard.sum())  # in place
        self.seen.append(len(shard))
        return shard


# region shared
inner = Model()
model = DataParallel(inner, devices=2)  # key line, else: model = inner
model(torch.tensor([1.0, 2.0, 10.0, 20.0]))
print("number:", inner.samples)
print("buffer:", inner.total.item())
print("list:  ", inner.seen)
# endregion

assert inner.samples == 0  # refutes: number
assert inner.total.item() == 1 + 2  # shows: buffer-first
assert inner.total.item() < 10 + 20  # refutes: buffer-second
assert inner.seen == [2, 2]  # shows: list
