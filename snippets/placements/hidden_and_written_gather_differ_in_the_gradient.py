"""A product that gathers the weight by itself leaves its gradient Partial, of full size; an explicit redistribute leaves Shard(0).

$ torchrun --nproc-per-node 4 snippets/placements/hidden_and_written_gather_differ_in_the_gradient.py
"""
import torch
import torch.distributed as dist
from _wire import NAMES
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))
x = distribute_tensor(torch.ones(8, 4), mesh, [Shard(0)])

# region ways
held = {}
for way in ("hidden", "explicit"):
    w = distribute_tensor(torch.ones(4, 4), mesh, [Shard(0)]).requires_grad_()
    whole = w.redistribute(mesh, [Replicate()]) if way == "explicit" else w  # key line, else: whole = w
    (x @ whole).sum().backward()
    held[way] = NAMES[w.grad.placements[0]], tuple(w.grad.to_local().shape)
    print(f"{way} gather: gradient {held[way][0]}, {held[way][1]} on a rank")
    assert torch.equal(w.grad.full_tensor(), torch.full((4, 4), 8.0))
# endregion

assert held["hidden"] == ("Partial", (4, 4))  # shows: hidden-partial-whole
assert held["explicit"] == ("Shard(0)", (1, 4))  # shows: explicit-shard-0
dist.destroy_process_group()
