"""A model built on the device meta can be sharded, but has no values, and its first forward says so.

$ torchrun --nproc-per-node 2 snippets/errors/meta_model_is_used_before_it_has_values.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: FSDP parameters should be materialized from meta device before training"
# asserts = ['raises("RuntimeError: FSDP parameters should be", at="output = model(") and not says("output:")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))

# region build
with torch.device("meta"):  # key line, else: with torch.device("cpu"):
    model = torch.nn.Linear(4, 2)
fully_shard(model, mesh=mesh)
output = model(torch.ones(1, 4))
print("output:", tuple(output.shape))
# endregion

dist.destroy_process_group()
