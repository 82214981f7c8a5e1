"""Counted on 4 ranks, FSDP moves 1.5 times the bytes of DDP; with layers kept whole after the forward, the same.

$ torchrun --nproc-per-node 4 snippets/large-models/fsdp_moves_one_and_a_half_times_ddp.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel
from torch.profiler import profile

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))

def build():
    return torch.nn.Sequential(*[torch.nn.Linear(32, 32, bias=False) for _ in range(3)])

def shard(model, reshard):
    for layer in model:
        fully_shard(layer, mesh=mesh, reshard_after_forward=reshard)  # key line
    return fully_shard(model, mesh=mesh)

def length(event):  # elements of the larger tensor: the whole layer, or all gradients
    return max(shape[0] for shape in event.input_shapes if shape)

# region count
asked = {"DDP": {"gloo:all_reduce": 2}}  # an all-reduce is a reduce-scatter and an all-gather
asked["FSDP"] = {"c10d::_allgather_base_": 1, "c10d::_reduce_scatter_base_": 1}
asked["FSDP, layers kept"] = asked["FSDP"]
models = DistributedDataParallel(build()), shard(build(), True), shard(build(), False)
moved = {}
for (name, factor), model in zip(asked.items(), models, strict=True):
    with profile(record_shapes=True) as run:
        model(torch.ones(1, 32)).sum().backward()
    events = [event for event in run.events() if event.name in factor]
    moved[name] = sum(4 * factor[event.name] * length(event) for event in events)
    print(f"{name}: {moved[name]:,} B, {moved[name] / moved['DDP']:g} times DDP")
# endregion

size = 3 * 32 * 32 * 4  # bytes of all weights; a ring sends (N - 1) / N of each figure
assert moved == {"DDP": 2 * size, "FSDP": 3 * size, "FSDP, layers kept": 2 * size}
inside = [4 * length(event) for event in run.events() if event.name == "gloo:all_reduce"]
assert inside == 3 * [size // 3]  # gloo carries out each reduce-scatter as an all-reduce of the whole layer
dist.destroy_process_group()
