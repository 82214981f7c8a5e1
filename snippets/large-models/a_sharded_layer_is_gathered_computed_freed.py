"""Traced: under fully_shard a middle layer is gathered, computes, is freed, and is gathered again for its backward.

$ torchrun --nproc-per-node 2 snippets/large-models/a_sharded_layer_is_gathered_computed_freed.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor
from torch.utils._python_dispatch import TorchDispatchMode

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
model = torch.nn.Sequential(*[torch.nn.Linear(*sizes, bias=False) for sizes in ((4, 4), (4, 16), (16, 2))])
middle, events = model[1], []  # its weight has 64 numbers, 32 on each rank


class Trace(TorchDispatchMode):
    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        if "c10d" in str(function) and 64 in (args[0].numel(), args[1].numel()):
            events.append(function.overloadpacket.__name__.strip("_"))
        return function(*args, **(kwargs or {}))


# region trace
for layer in model:
    fully_shard(layer, mesh=mesh)  # key line
fully_shard(model, mesh=mesh)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
middle.register_forward_hook(lambda *_: events.append("forward"), prepend=True)
with Trace():
    output = model(torch.ones(1, 4))
    events.append("freed" if isinstance(middle.weight, DTensor) else "still whole")
    output.sum().backward()
before = middle.weight.to_local().clone()
optimizer.step()
events.append("updated" if not middle.weight.to_local().equal(before) else "as before")
print(f"rank {rank}: {', then '.join(events)}")
# endregion

assert events == ["allgather_base", "forward", "freed", "allgather_base", "reduce_scatter_base", "updated"]
assert before.numel() == 32
dist.destroy_process_group()
