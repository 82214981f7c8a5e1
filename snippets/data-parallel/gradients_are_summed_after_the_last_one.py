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
            if number < 3:  # its gradient comes once the layer above is done
                shard.register_hook(lambda _, done=number + 1: events.append(f"layer {done}"))
        return shard


# region order
model = Model()
model = DataParallel(model, devices=2)  # key line
batch = torch.randn(6, 4, requires_grad=True)
batch.register_hook(lambda _: events.append("layer 1"))
model(batch).sum().backward()
print(", then ".join(dict.fromkeys(events)))
# endregion

assert events.index("sum of all gradients") > max(events.index("layer 3"), events.index("layer 2"))
assert events.count("sum of all gradients") == 1
assert events.count("layer 2") == events.count("layer 3") == 2
