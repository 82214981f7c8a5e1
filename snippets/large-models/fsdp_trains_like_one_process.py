"""Four ranks with fully_shard train like one process, each with a quarter of the bytes.

$ torchrun --nproc-per-node 4 snippets/large-models/fsdp_trains_like_one_process.py
"""
import copy

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor
from torch.nn.functional import mse_loss


def held(model):
    """Bytes of weights on this rank."""
    return sum((p.to_local() if isinstance(p, DTensor) else p).nbytes for p in model.parameters())


dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

torch.manual_seed(0)  # the same model and the same data on each rank
model = torch.nn.Sequential(*[torch.nn.Linear(64, 64) for _ in range(4)])
inputs, targets = torch.randn(32, 64), torch.randn(32, 64)
alone = copy.deepcopy(model)  # one process, to compare

# region train
for module in [*model, model]:  # each layer, then what is left
    fully_shard(module, mesh=mesh)  # key line
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

mine = slice(rank * 32 // world_size, (rank + 1) * 32 // world_size)
for _ in range(5):
    optimizer.zero_grad()
    mse_loss(model(inputs[mine]), targets[mine]).backward()
    optimizer.step()

print(f"{held(model):,} B of weights here")
# endregion

reference = torch.optim.Adam(alone.parameters(), lr=1e-3)
for _ in range(5):
    reference.zero_grad()
    mse_loss(alone(inputs), targets).backward()
    reference.step()
for sharded, whole in zip(model.parameters(), alone.parameters(), strict=True):
    torch.testing.assert_close(sharded.full_tensor() if isinstance(sharded, DTensor) else sharded, whole)
assert held(model) * world_size == sum(p.nbytes for p in alone.parameters())
pairs = zip(model.parameters(), alone.parameters(), strict=True)
close = all(torch.allclose(a.full_tensor(), b, atol=1e-4) for a, b in pairs)
assert close and len(inputs[mine]) == 32 // world_size  # shows: rank-own-samples
assert close and inputs[mine].shape != inputs.shape  # refutes: fully-shard-each-layer
assert close and mine == slice(8 * rank, 8 * rank + 8)  # no two ranks share a sample  # refutes: shards-same-time
dist.destroy_process_group()
