"""With 3 sharded layers a step costs 6 all-gathers and 3 reduce-scatters, and leaves the gradients of one process.

$ torchrun --nproc-per-node 2 snippets/large-models/fully_shard_gathers_each_layer_twice.py
"""
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
    fully_shard(layer, mesh=mesh)  # key line
fully_shard(model, mesh=mesh)
with torch.profiler.profile() as profile:
    model(full.chunk(world_size)[rank]).mean().backward()
calls = [event.name for event in profile.events() if event.name.startswith("c10d::")]
counts = dict(collections.Counter(calls))
print(counts)
# endregion

gathers, scatters = (sum(word in name for name in calls) for word in ("gather", "scatter"))
assert (gathers, scatters) == (2 * 3, 3) and len(calls) == 9
torch.testing.assert_close(model[0].weight.grad.full_tensor(), alone[0].weight.grad)
assert gathers == 2 * 3 and "gather" in calls[0]  # before forward and backward  # shows: all-gather-weight
close = torch.allclose(model[0].weight.grad.full_tensor(), alone[0].weight.grad, atol=1e-6)
assert scatters == 3 and "scatter" in calls[-1] and close  # shows: reduce-scatter-gradient
assert len(calls) == gathers + scatters  # no other call  # shows: weights-travel-activations-stay
assert close  # the mean over both ranks  # shows: gradients-averaged
dist.destroy_process_group()
