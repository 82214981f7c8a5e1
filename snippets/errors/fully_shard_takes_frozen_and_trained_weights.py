"""fully_shard keeps each parameter a tensor of its own, so frozen and trained ones share a group.

$ torchrun --nproc-per-node 2 snippets/errors/fully_shard_takes_frozen_and_trained_weights.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
base, adapter = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)

# region shard
base.requires_grad_(False)  # key line
model = fully_shard(torch.nn.Sequential(base, adapter), mesh=mesh)
model(torch.ones(1, 2)).sum().backward()
trained = [name for name, weight in model.named_parameters() if weight.grad is not None]
print("trained:", *trained)
# endregion

assert trained == ["1.weight", "1.bias"]
dist.destroy_process_group()
