"""FSDP in placements: a weight in Shard(0) becomes Replicate for its product, and backward sends its gradient back to Shard(0).

$ torchrun --nproc-per-node 4 snippets/placements/fsdp_is_two_placements.py
"""
import torch
import torch.distributed as dist
from _wire import NAMES, Wire
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region step
x = distribute_tensor(torch.arange(32.0).view(8, 4), mesh, [Shard(0)])
w = distribute_tensor(torch.ones(4, 4), mesh, [Shard(0)]).requires_grad_()  # a row on each rank
with Wire(world_size) as forward:
    y = x @ w.redistribute(mesh, [Replicate()])  # key line, else: y = x.redistribute(mesh, [Shard(1)]) @ w
with Wire(world_size) as backward:
    y.sum().backward()
print(f"y {NAMES[y.placements[0]]}, gradient {NAMES[w.grad.placements[0]]}")
print("forward", *forward.calls, f"{forward.sent} B; backward", *backward.calls, f"{backward.sent} B")
# endregion

assert NAMES[y.placements[0]] == "Shard(0)"  # shows: result-shard-0
assert NAMES[w.grad.placements[0]] == "Shard(0)"  # shows: gradient-shard-0
assert forward.calls == ["all_gather"] and backward.calls == ["reduce_scatter"]  # shows: gather-then-scatter
assert torch.equal(w.grad.full_tensor(), torch.arange(32.0).view(8, 4).sum(0).view(4, 1).expand(4, 4))
dist.destroy_process_group()
