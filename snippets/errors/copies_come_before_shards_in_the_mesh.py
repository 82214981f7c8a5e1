"""With copies first and shards second in the mesh, four ranks hold a quarter each.

$ torchrun --nproc-per-node 4 snippets/errors/copies_come_before_shards_in_the_mesh.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")

# region held
sizes, names = (1, 4), ("copies", "shards")  # key line, else: sizes, names = (4, 1), ("shards", "copies")
mesh = init_device_mesh("cpu", sizes, mesh_dim_names=names)
model = fully_shard(torch.nn.Linear(16, 8, bias=False), mesh=mesh)
held = model.weight.to_local()
print(f"mesh {names} of {sizes}: a rank holds {len(held)} of 8 rows")
# endregion

assert len(held) == 2  # shows: a-quarter-on-each
dist.destroy_process_group()
