"""fully_shard first makes DTensors on dp, and parallelize_module cannot distribute them again over tp.

$ torchrun --nproc-per-node 4 snippets/errors/fully_shard_before_parallelize_module.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Cannot distribute a DTensor with device mesh"
# asserts = ['raises("ValueError: Cannot distribute", at="parallelize_module(") and not says("weight holds")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

dist.init_process_group("gloo")
rank = dist.get_rank()
model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 4))
plan = {"0": ColwiseParallel(), "2": RowwiseParallel()}

# region order
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
fully_shard(model, mesh=mesh["dp"])  # key line, else: pass
parallelize_module(model, mesh["tp"], plan)
print(f"rank {rank}: weight holds {tuple(model[0].weight.to_local().shape)} of {tuple(model[0].weight.shape)}")
# endregion

dist.destroy_process_group()
