"""On a mesh with a name, the same order of calls ends in a message about meshes.

$ torchrun --nproc-per-node 2 snippets/errors/model_sharded_before_its_layers_on_a_named_mesh.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Cannot concatenate overlapping meshes"
# asserts = ['raises("RuntimeError: Cannot concatenate", at="fully_shard(layer") and not says("output:")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),), mesh_dim_names=("data",))

# region shard
model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 2))
fully_shard(model, mesh=mesh)  # key line
for layer in model:
    fully_shard(layer, mesh=mesh)
output = model(torch.ones(1, 4))
print("output:", tuple(output.shape))
# endregion

dist.destroy_process_group()
