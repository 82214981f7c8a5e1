"""Simulation: scatter cuts tensors wherever they are and hands the same object to all devices otherwise.

$ python snippets/data-parallel/scatter_cuts_tensors_and_shares_the_rest.py
"""
import torch
from torch.nn.parallel import scatter_gather


class Scatter:
    """In place of the copy to GPUs; the code that walks through the arguments is torch's own."""

    @staticmethod
    def apply(devices, sizes, dim, tensor):
        return tensor.chunk(len(devices), dim)


scatter_gather.Scatter = Scatter

# region scatter
arguments = {"image": torch.zeros(6, 3), "scale": torch.ones(2), "tags": ["a", "b"]}
shards = scatter_gather.scatter(arguments, [0, 1])  # key line, else: shards = [arguments, arguments]
for device, shard in enumerate(shards):
    shapes = [tuple(shard[name].shape) for name in ("image", "scale")]
    print(f"device {device}: image {shapes[0]}, scale {shapes[1]},", shard["tags"])
# endregion

assert [shard["image"].shape for shard in shards] == [(3, 3), (3, 3)]  # refutes: nothing-whole
assert [shard["scale"].shape for shard in shards] == [(1,), (1,)]  # refutes: image-alone
assert [shard["tags"] for shard in shards] == [["a", "b"], ["a", "b"]]  # refutes: all-three
halves = {name for name, value in arguments.items() if len(shards[1][name]) == len(value) / 2}
assert halves == {"image", "scale"}  # shows: image-scale
assert shards[0]["tags"][0] is shards[1]["tags"][0]  # shows: same-object-every-replica
