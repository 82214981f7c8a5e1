"""fully_shard copies over the first dimension of a mesh and shards over the second, whatever their names are.

$ torchrun --nproc-per-node 4 snippets/errors/fully_shard_takes_dimensions_by_place.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")

# region held
sizes, names = (4, 1), ("shards", "copies")  # key line, else: sizes, names = (1, 4), ("copies", "shards")
mesh = init_device_mesh("cpu", sizes, mesh_dim_names=names)
model = fully_shard(torch.nn.Linear(16, 8, bias=False), mesh=mesh)
held = model.weight.to_local()
print(f"mesh {names} of {sizes}: a rank holds {len(held)} of 8 rows")
# endregion

assert len(held) == 8  # shows: whole-weight-on-each
dist.destroy_process_group()
