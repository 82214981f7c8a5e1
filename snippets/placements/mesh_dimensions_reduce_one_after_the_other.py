"""On a mesh of 2 x 2 a sum over both dimensions is two all-reduces, each over the groups of one dimension.

$ torchrun --nproc-per-node 4 snippets/placements/mesh_dimensions_reduce_one_after_the_other.py
"""
import torch
import torch.distributed as dist
from _wire import Wire
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))

# region pairs
term, seen = torch.ones(16, 16), {}  # 1,024 B, of which Shard(0) halves the rows
for name, before, after in (
    ("samples cut, sum over tp", [Shard(0), Partial()], [Shard(0), Replicate()]),
    ("samples cut, scatter over tp", [Shard(0), Partial()], [Shard(0), Shard(0)]),
    ("sum over both", [Partial(), Partial()], [Replicate(), Replicate()]),  # key line, else: ("sum over both", [Partial(), Replicate()], [Replicate(), Replicate()]),
):
    local = term[:8] if before[0].is_shard() else term
    with Wire(2) as wire:  # two ranks in each group
        DTensor.from_local(local, mesh, before).redistribute(mesh, after)
    seen[name] = *wire.calls, wire.sent
    print(f"{name}:", *wire.calls, f"{wire.sent} B")
# endregion

assert seen["sum over both"] == ("all_reduce", "all_reduce", 2048)  # shows: both-two-all-reduces
assert seen["samples cut, sum over tp"] == ("all_reduce", 512)  # shows: tp-alone
assert seen["samples cut, scatter over tp"] == ("reduce_scatter", 256)  # shows: scatter-half
dist.destroy_process_group()
