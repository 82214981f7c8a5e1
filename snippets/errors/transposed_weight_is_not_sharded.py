"""fully_shard refuses a weight that is a transposed view of other memory.

$ torchrun --nproc-per-node 2 snippets/errors/transposed_weight_is_not_sharded.py
"""
# /// script
# [tool.lockstep]
# expect = "NotImplementedError: FSDP does not support non-contiguous parameters yet"
# asserts = ['raises("NotImplementedError", at="fully_shard(model") and not says("sharded")']
# ///
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))

# region shard
model = nn.Linear(4, 4, bias=False)
loaded = torch.randn(4, 4).t()  # key line, else: loaded = torch.randn(4, 4)
model.weight = nn.Parameter(loaded)
fully_shard(model, mesh=mesh)
print("sharded:", model.weight.shape)
# endregion

dist.destroy_process_group()
