"""With set_modules_to_forward_prefetch the all-gather of a layer is sent before the layer above it computes.

$ torchrun --nproc-per-node 2 snippets/fsdp/prefetch_gathers_the_next_layer_early.py
"""

import itertools

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.utils._python_dispatch import TorchDispatchMode

dist.init_process_group("gloo")
rank, events = dist.get_rank(), []
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
model = torch.nn.Sequential(*[torch.nn.Linear(8, 8) for _ in range(3)])


class Trace(TorchDispatchMode):
    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        if "allgather" in str(function):
            events.append("gather")
        return function(*args, **(kwargs or {}))


# region order
for number, layer in enumerate(model):
    fully_shard(layer, mesh=mesh)
    layer.register_forward_hook(lambda *_, number=number: events.append(f"layer {number}"), prepend=True)
fully_shard(model, mesh=mesh)
for layer, next_layer in itertools.pairwise(model):
    layer.set_modules_to_forward_prefetch([next_layer])  # key line
with Trace():
    model(torch.ones(1, 8))
print(", ".join(events))
# endregion

assert events == ["gather", "gather", "layer 0", "gather", "layer 1", "layer 2"]
dist.destroy_process_group()
