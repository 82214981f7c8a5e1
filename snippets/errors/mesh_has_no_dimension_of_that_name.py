"""A mesh is sliced by a name that it does not have.

$ torchrun --nproc-per-node 4 snippets/errors/mesh_has_no_dimension_of_that_name.py
"""
# /// script
# [tool.lockstep]
# expect = "KeyError: \"Invalid mesh_dim_names ('fsdp',) specified"
# asserts = ['raises("KeyError", at="mesh[") and not says("group of")']
# ///
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region slice
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
name = "fsdp"  # key line, else: name = "dp"
shards = mesh[name]
print(f"group of {shards.size()} ranks")
# endregion

dist.destroy_process_group()
