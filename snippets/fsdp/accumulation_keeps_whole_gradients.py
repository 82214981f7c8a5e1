"""Without gradient sync a micro-batch sends no reduce-scatter, and every rank keeps the whole gradient: 768 B, not 384.

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


def whole_gradients():
    """Bytes of gradients that are not sharded."""
    params = [p for layer in model for p in layer._get_fsdp_state()._fsdp_param_group.fsdp_params]
    return sum(p.unsharded_accumulated_grad_data.nbytes for p in params if p.unsharded_accumulated_grad is not None)


# region accumulate
for micro_batch in range(3):
    is_last = micro_batch == 2
    model.set_requires_gradient_sync(is_last)  # key line
    with CommDebugMode() as comm:
        model(torch.ones(1, 8)).sum().backward()
    gathers, *scatters = comm.get_comm_counts().values()
    shards = sum(p.grad.to_local().nbytes for p in model.parameters() if p.grad is not None)
    sent = f"{gathers} all-gathers, {sum(scatters)} reduce-scatters"
    print(f"micro-batch {micro_batch}: {sent}; whole gradients {whole_gradients()} B, shards {shards} B")
# endregion

assert (gathers, scatters, shards) == (6, [3], 3 * 64 * 4 // world_size)
assert is_last and whole_gradients() == 0
model.set_requires_gradient_sync(False)
model(torch.ones(1, 8)).sum().backward()
assert whole_gradients() == 3 * 64 * 4
model.set_requires_gradient_sync(True)
model(torch.ones(1, 8)).sum().backward()
dist.destroy_process_group()
