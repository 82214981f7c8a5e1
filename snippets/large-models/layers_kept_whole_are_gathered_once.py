"""With reshard_after_forward=False each of 3 sharded layers is gathered once per step, not twice.

$ torchrun --nproc-per-node 2 snippets/large-models/layers_kept_whole_are_gathered_once.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "fully_shard(model, mesh=mesh)"
# stays = "All parameters are in the layers, which are sharded already. The outer call has nothing left to shard."
# ///
import collections
import copy

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))
torch.manual_seed(0)
full = torch.randn(4, 8)
model = torch.nn.Sequential(*[torch.nn.Linear(8, 8) for _ in range(3)])
alone = copy.deepcopy(model)
alone(full).mean().backward()

# region step
for layer in model:
    fully_shard(layer, mesh=mesh, reshard_after_forward=False)  # key line
fully_shard(model, mesh=mesh)
with torch.profiler.profile() as profile:
    model(full.chunk(world_size)[rank]).mean().backward()
calls = [event.name for event in profile.events() if event.name.startswith("c10d::")]
counts = dict(collections.Counter(calls))
print(counts)
# endregion

gathers, scatters = (sum(word in name for name in calls) for word in ("gather", "scatter"))
assert (gathers, scatters) == (3, 3) and len(calls) == 6
torch.testing.assert_close(model[0].weight.grad.full_tensor(), alone[0].weight.grad)
assert gathers == 3  # not 6  # shows: number-all-gathers
assert scatters == 3  # as with the default  # refutes: number-reduce-scatters
shards = [layer.weight.to_local().nbytes for layer in model]
assert shards == 3 * [8 * 8 * 4 / 2]  # after backward  # refutes: bytes-after-step
optimizer = torch.optim.Adam(model.parameters())
optimizer.step()
state = optimizer.state[model[0].weight]["exp_avg"]
assert state.to_local().nbytes == shards[0]  # a shard, as with the default  # refutes: bytes-adam-state
output = model(full.chunk(world_size)[rank])
assert [layer.weight.nbytes for layer in model] == 3 * [2 * shards[0]]  # shows: bytes-after-forward
held = sum(layer.weight.nbytes for layer in model)
assert held == 2 * sum(shards)  # more bytes than shards  # refutes: keep-layers-whole
output.mean().backward()
dist.destroy_process_group()
