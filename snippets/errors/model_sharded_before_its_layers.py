"""A layer of a sharded model has DTensors, and fully_shard takes them for those of tensor parallelism.

$ torchrun --nproc-per-node 2 snippets/errors/model_sharded_before_its_layers.py
"""
# /// script
# [tool.lockstep]
# expect = "TypeError: Invariant encountered: value was None when it should not be"
# asserts = ['raises("TypeError: Invariant", at="fully_shard(layer") and not says("output:")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))

# region shard
model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 2))
fully_shard(model, mesh=mesh)  # key line
for layer in model:
    fully_shard(layer, mesh=mesh)
output = model(torch.ones(1, 4))
print("output:", tuple(output.shape))
# endregion

dist.destroy_process_group()
