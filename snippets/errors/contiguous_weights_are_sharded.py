"""Weights that were made contiguous keep their values and can be sharded.

$ torchrun --nproc-per-node 2 snippets/errors/contiguous_weights_are_sharded.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
torch.manual_seed(0)

# region shard
model = nn.Linear(4, 4, bias=False)
loaded = torch.randn(4, 4).t()
model.weight = nn.Parameter(loaded)
for name, parameter in model.named_parameters():
    if not parameter.is_contiguous():
        print(f"{name}: strides {parameter.stride()}")
        parameter.data = parameter.data.contiguous()  # key line -> NotImplementedError: FSDP does not support non-contiguous
fully_shard(model, mesh=mesh)
# endregion

assert torch.equal(model.weight.full_tensor(), loaded)
dist.destroy_process_group()
