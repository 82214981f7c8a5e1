"""A plan with the names of the model splits all that it names, and a check of the parameters says so.

$ torchrun --nproc-per-node 2 snippets/errors/plan_is_checked_after_parallelizing.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,))
model = torch.nn.ModuleDict({"up_proj": torch.nn.Linear(4, 8), "down_proj": torch.nn.Linear(8, 4)})

# region plan
plan = {"up_proj": ColwiseParallel(), "down_proj": RowwiseParallel()}
parallelize_module(model, mesh, plan)  # key line, else: pass
split = [name for name, weight in model.named_parameters() if isinstance(weight, DTensor)]
print(f"split {len(split)} of {len(list(model.parameters()))} parameters")
# endregion

assert len(split) == 4  # shows: four-split
dist.destroy_process_group()
