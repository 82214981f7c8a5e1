"""With set_requires_gradient_sync, four micro-batches cost one reduce-scatter.

$ torchrun --nproc-per-node 2 snippets/errors/set_requires_gradient_sync_reduces_once.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))
torch.manual_seed(0)
full = torch.randn(16, 3)
micro_batches = full[rank::world_size].chunk(4)

# region train
model = fully_shard(torch.nn.Linear(3, 2, bias=False), mesh=mesh)
with torch.profiler.profile() as profile:  # the check
    for number, micro_batch in enumerate(micro_batches, 1):
        model.set_requires_gradient_sync(number == 4)  # key line
        (model(micro_batch).sum(1).mean() / 4).backward()
counts = {event.key: event.count for event in profile.key_averages()}
found = counts.get("c10d::_reduce_scatter_base_", 0)
print(f"{len(micro_batches)} micro-batches, reduce-scatters: {found}")
# endregion

torch.testing.assert_close(model.weight.grad.full_tensor(), full.mean(0).expand(2, 3))
assert found == 1
dist.destroy_process_group()
