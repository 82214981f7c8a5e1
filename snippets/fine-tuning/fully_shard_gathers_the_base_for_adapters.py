"""fully_shard gathers base and adapters in each pass, and scatters gradients of adapters alone.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/fully_shard_gathers_the_base_for_adapters.py
"""
import torch
import torch.distributed as dist
from _adapter import network
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.utils._python_dispatch import TorchDispatchMode

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
x = torch.randn(4, 16, generator=torch.Generator().manual_seed(dist.get_rank()))
found = {}


class Bytes(TorchDispatchMode):
    """What each collective of the pass takes or gives, whole, in bytes."""

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        name = function.name()
        if "allgather" in name or "reduce_scatter" in name:
            kind = "gathered" if "allgather" in name else "scattered"
            tensor = args[0] if kind == "gathered" else args[1]  # the whole, not the shard
            self.sizes.setdefault(kind, []).append(tensor.nbytes)
        return function(*args, **(kwargs or {}))


# region shard
for name in ("full", "adapters"):
    model = network()
    for layer in model:
        layer.base.requires_grad_(name == "full")  # key line, else: layer.base.requires_grad_(True)
        fully_shard(layer, mesh=mesh)
    fully_shard(model, mesh=mesh)
    with Bytes() as calls:
        calls.sizes = {}
        model(x).square().mean().backward()
    found[name] = calls.sizes
    told = ", ".join(f"{kind} {len(sizes)} times, {sum(sizes)} B" for kind, sizes in calls.sizes.items())
    print(f"{name}: {told}")
# endregion

weights, adapters = 2 * 16 * 16 * 4, 2 * 2 * 32 * 4
assert sum(found["full"]["gathered"]) == sum(found["adapters"]["gathered"])  # shows: gathered-as-much
assert sum(found["full"]["scattered"]) == weights + adapters  # shows: full-scattered-all
assert sum(found["adapters"]["scattered"]) == adapters  # shows: scattered-adapters-alone
dist.destroy_process_group()
