"""On a mesh of 2 x 2 a 4 x 4 tensor has a placement for each dimension; each cuts what the one before left.

$ torchrun --nproc-per-node 4 snippets/placements/each_mesh_dimension_has_its_own_placement.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region four
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
whole = torch.arange(16).view(4, 4)
held = {}
for name, places in {
    "[Shard(0), Replicate()]": [Shard(0), Replicate()],
    "[Replicate(), Shard(0)]": [Replicate(), Shard(0)],
    "[Shard(0), Shard(1)]": [Shard(0), Shard(1)],
    "[Shard(0), Shard(0)]": [Shard(0), Shard(0)],
}.items():
    held[name] = distribute_tensor(whole, mesh, places).to_local()  # key line, else: held[name] = whole
    print(f"rank {rank}: {name} {held[name].tolist()}")
# endregion

dp, tp = rank // 2, rank % 2
assert torch.equal(held["[Shard(0), Replicate()]"], whole.chunk(2)[dp])  # shows: dp-half
assert torch.equal(held["[Replicate(), Shard(0)]"], whole.chunk(2)[tp])  # shows: tp-half
assert torch.equal(held["[Shard(0), Shard(1)]"], whole.chunk(2)[dp].chunk(2, 1)[tp])  # shows: quarter-corner
assert torch.equal(held["[Shard(0), Shard(0)]"], whole[rank : rank + 1])  # shows: row-by-rank
dist.destroy_process_group()
