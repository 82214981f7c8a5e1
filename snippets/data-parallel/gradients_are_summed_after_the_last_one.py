"""Simulation: DataParallel sums the gradients in one go, after the last of them is there.

$ python snippets/data-parallel/gradients_are_summed_after_the_last_one.py
"""
import torch
from _cpu_devices import DataParallel, events


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(4, 4) for _ in range(3))

    def forward(self, shard):
        for number, layer in enumerate(self.layers, 1):
            shard = layer(shard)
            shard.grad_fn.register_hook(lambda *_, done=number: events.append(f"layer {done}"))
        return shard


# region order
model = Model()
model = DataParallel(model, devices=2)  # key line
model(torch.randn(6, 4)).sum().backward()
print(", then ".join(dict.fromkeys(events)))
# endregion

assert events[-1] == "sum of all gradients"  # shows: gradients-after-backward
assert sorted(events[:-1]) == ["layer 1", "layer 1", "layer 2", "layer 2", "layer 3", "layer 3"]
