"""fully_shard adds no prefix: it changes the class of the module and makes each parameter a DTensor of Shard(0).

$ torchrun --nproc-per-node 2 snippets/large-models/fully_shard_keeps_names_and_changes_the_class.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import FSDPModule, fully_shard
from torch.distributed.tensor import DTensor, Shard
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))

# region compare
wrapped = DistributedDataParallel(torch.nn.Sequential(torch.nn.Linear(8, 8)))
model = torch.nn.Sequential(torch.nn.Linear(8, 8))
fully_shard(model, mesh=mesh)  # key line, else: torch.distributed.tensor.distribute_module(model, mesh)
for one in wrapped, model:
    print(f"{type(one).__name__}: {list(one.state_dict())}")
weight = model[0].weight
print(f"{type(weight).__name__} {tuple(weight.shape)} {weight.placements}")
# endregion

assert isinstance(model, torch.nn.Sequential) and isinstance(model, FSDPModule)
assert isinstance(weight, DTensor) and weight.placements == (Shard(0),)
assert [f"module.{key}" for key in model.state_dict()] == list(wrapped.state_dict())
names = ["0.weight", "0.bias"]
assert list(model.state_dict()) == names and isinstance(model, FSDPModule)  # shows: none-class-module
dist.destroy_process_group()
