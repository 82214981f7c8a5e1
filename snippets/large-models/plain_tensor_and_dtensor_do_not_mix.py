"""After fully_shard a parameter is a DTensor, and arithmetic with a plain tensor raises.

$ torchrun --nproc-per-node 2 snippets/large-models/plain_tensor_and_dtensor_do_not_mix.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: aten.mul.Tensor got mixed torch.Tensor and DTensor"
# asserts = ['raises("RuntimeError: got mixed torch.Tensor and DTensor", at="model.weight * mask")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
model = torch.nn.Linear(4, 4, bias=False)
mask = torch.ones(4, 4).tril()

# region wrong
fully_shard(model, mesh=mesh)  # key line
penalty = (model.weight * mask).sum()
# endregion

dist.destroy_process_group()
