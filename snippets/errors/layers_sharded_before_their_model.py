"""Sharded from the inside out, each layer has a group, and the call for the model takes what is left.

$ torchrun --nproc-per-node 2 snippets/errors/layers_sharded_before_their_model.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "fully_shard(model, mesh=mesh)"
# stays = "Both layers are sharded already, and this model has nothing else. Most models have."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
torch.manual_seed(0)
whole = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 2))
torch.manual_seed(0)

# region shard
model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 2))
for layer in model:
    fully_shard(layer, mesh=mesh)  # key line
fully_shard(model, mesh=mesh)
with torch.profiler.profile() as profile:  # the check
    output = model(torch.ones(1, 4))
counts = {event.key: event.count for event in profile.key_averages()}
found = counts.get("c10d::_allgather_base_", 0)
print("all-gathers in forward:", found)
# endregion

torch.testing.assert_close(output, whole(torch.ones(1, 4)))
assert found == 2
dist.destroy_process_group()
