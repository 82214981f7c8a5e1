"""With samples in Shard(0) and a weight in Replicate the gradient of the weight is Partial: DDP all-reduces it, ZeRO scatters it.

$ torchrun --nproc-per-node 4 snippets/placements/gradient_of_a_copied_weight_is_partial.py
"""
import torch
import torch.distributed as dist
from _wire import NAMES, PLACES, Wire
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region backward
x = distribute_tensor(torch.arange(32.0).view(8, 4), mesh, [Shard(0)])  # key line, else: x = distribute_tensor(torch.arange(32.0).view(8, 4), mesh, [Replicate()])
w = distribute_tensor(torch.ones(4, 4), mesh, [Replicate()]).requires_grad_()
(x @ w).sum().backward()
print(f"gradient {NAMES[w.grad.placements[0]]}")
for method, after in (("DDP", "Replicate"), ("ZeRO", "Shard(0)")):
    with Wire(world_size) as wire:
        grad = w.grad.redistribute(mesh, [PLACES[after]])
    print(f"{method}: to {after},", *wire.calls, f"{wire.sent} B")
# endregion

assert NAMES[w.grad.placements[0]] == "Partial"  # shows: gradient-partial
assert wire.calls == ["reduce_scatter"]  # shows: zero-reduce-scatter
expected = torch.arange(32.0).view(8, 4).sum(0).view(4, 1).expand(4, 4)
assert torch.equal(w.grad.full_tensor(), expected) and torch.equal(grad.to_local()[0], expected[rank])
dist.destroy_process_group()
