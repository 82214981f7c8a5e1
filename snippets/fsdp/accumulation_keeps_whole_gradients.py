"""Without gradient sync a micro-batch sends no gradients; each of 2 ranks keeps 768 B whole, where shards take 384.

$ torchrun --nproc-per-node 2 snippets/fsdp/accumulation_keeps_whole_gradients.py
"""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.debug import CommDebugMode

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))
model = torch.nn.Sequential(*[torch.nn.Linear(8, 8, bias=False) for _ in range(3)])
for layer in model:
    fully_shard(layer, mesh=mesh)
fully_shard(model, mesh=mesh)


def whole():
    """Bytes of gradients that wait whole, in the parameters that fully_shard keeps out of sight."""
    params = [param for layer in model for param in layer._get_fsdp_state()._fsdp_param_group.fsdp_params]
    return sum(p._unsharded_param.grad.nbytes for p in params if p._unsharded_param.grad is not None)


rows = []
# region accumulate
for micro_batch in range(3):
    model.set_requires_gradient_sync(micro_batch == 2)  # key line
    with CommDebugMode() as calls:
        model(torch.full((1, 8), rank + 1.0)).sum().backward()
    gathers, scatters = [*calls.get_comm_counts().values(), 0][:2]
    shards = sum(p.grad.to_local().nbytes for p in model.parameters() if p.grad is not None)
    print(f"micro-batch {micro_batch}: {gathers} all-gathers, {scatters} reduce-scatters")
    print(f"  gradients: {whole()} B whole, {shards} B in shards")
    rows.append((gathers, scatters, whole(), shards))
# endregion

full = 3 * 8 * 8 * 4  # bytes of three layers
assert rows == [(6, 0, full, 0), (6, 0, full, 0), (6, 3, 0, full // world_size)]
assert [row[0] for row in rows] == [6, 6, 6]  # shows: all-gathers-same
assert [row[1] for row in rows] == [0, 0, 3]  # shows: reduce-scatters-last
assert rows[0][2] == world_size * rows[2][3]  # shows: gradients-whole
dist.destroy_process_group()
