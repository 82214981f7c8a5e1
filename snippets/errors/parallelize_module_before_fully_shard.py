"""parallelize_module first, then fully_shard: the weight lies on the mesh of both, a quarter on each rank.

$ torchrun --nproc-per-node 4 snippets/errors/parallelize_module_before_fully_shard.py
"""
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
parallelize_module(model, mesh["tp"], plan)
fully_shard(model, mesh=mesh["dp"])  # key line, else: pass
print(f"rank {rank}: weight holds {tuple(model[0].weight.to_local().shape)} of {tuple(model[0].weight.shape)}")
# endregion

assert model[0].weight.to_local().shape == (2, 4)  # shows: quarter-of-the-rows
assert model[0].weight.device_mesh.mesh_dim_names == ("dp", "tp")  # shows: mesh-of-both
dist.destroy_process_group()
