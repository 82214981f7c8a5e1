"""A plan with a name that the model does not have: a warning, and each rank holds and computes the whole layer.

$ torchrun --nproc-per-node 2 snippets/errors/plan_key_names_no_module.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "parallelize_module(model, mesh, plan)"
# stays = "With these names it does nothing but warn, which is the fault."
# ///
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
plan = {"layers.*.up_proj": ColwiseParallel(), "layers.*.down_proj": RowwiseParallel()}  # key line, else: plan = {"up_proj": ColwiseParallel(), "down_proj": RowwiseParallel()}
parallelize_module(model, mesh, plan)
split = [name for name, weight in model.named_parameters() if isinstance(weight, DTensor)]
print(f"split {len(split)} of {len(list(model.parameters()))} parameters")
# endregion

assert split == []  # shows: nothing-split
dist.destroy_process_group()
