"""With one call for each layer of the list, a rank gathers one layer at a time.

$ torchrun --nproc-per-node 2 snippets/errors/each_layer_of_the_list_is_sharded.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "fully_shard(model, mesh=mesh)"
# stays = "It shards what is outside of the list, and this model has nothing there."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(4, 4) for _ in range(3))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


torch.manual_seed(0)
# region shard
model = Model()
for layer in model.layers:
    fully_shard(layer, mesh=mesh)  # key line
fully_shard(model, mesh=mesh)
with torch.profiler.profile() as profile:  # the check
    output = model(torch.ones(1, 4))
counts = {event.key: event.count for event in profile.key_averages()}
found = counts.get("c10d::_allgather_base_", 0)
print("all-gathers in forward:", found)
# endregion

torch.manual_seed(0)
torch.testing.assert_close(output, Model()(torch.ones(1, 4)))
assert found == 3
dist.destroy_process_group()
