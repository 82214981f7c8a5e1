"""The names that a mesh has stand in its message, and in mesh_dim_names.

$ torchrun --nproc-per-node 4 snippets/errors/mesh_is_sliced_by_its_own_names.py
"""
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region slice
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("fsdp", "tp"))  # key line, else: mesh = init_device_mesh("cpu", (1, 4), mesh_dim_names=("fsdp", "tp"))
name = "fsdp"
shards = mesh[name]
print(f"group of {shards.size()} ranks, names {mesh.mesh_dim_names}")
# endregion

assert shards.size() == 2  # shows: two-ranks
dist.destroy_process_group()
