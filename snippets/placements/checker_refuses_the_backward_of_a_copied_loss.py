"""A loss summed to R makes each gradient as many times too large as there are ranks; spmd_types refuses its backward, and takes I.

$ torchrun --nproc-per-node 4 snippets/placements/checker_refuses_the_backward_of_a_copied_loss.py
"""
from contextlib import nullcontext

import spmd_types as spmd
import torch
import torch.distributed as dist
from spmd_types.checker import typecheck
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
ranks = init_device_mesh("cpu", (world_size,), mesh_dim_names=("dp",)).get_group("dp")


# region loss
def slope(after, check):
    x = torch.tensor(rank + 1.0)  # another sample on each rank
    w = torch.ones((), requires_grad=True)
    with spmd.set_current_mesh({ranks}), typecheck() if check else nullcontext():
        spmd.assert_type(x, {ranks: spmd.V})
        spmd.assert_type(w, {ranks: spmd.R})
        loss = spmd.all_reduce(w * x, ranks, src=spmd.P, dst=after)
        loss.backward()
    return w.grad.item()


with_r, with_i = slope(spmd.R, check=False), slope(spmd.I, check=False)  # key line, else: with_r = with_i = slope(spmd.I, check=False)
print(f"slope of x = {rank + 1}: {with_i} with I, {with_r} with R")
try:
    slope(spmd.R, check=True)
except spmd.SpmdTypeError as error:
    said = str(error).split(".")[0]
    print(said)
# endregion

assert with_i == rank + 1  # shows: i-own-sample
assert with_r == world_size * with_i  # shows: r-times-ranks
assert said.startswith("backward() on a Replicate loss")  # shows: backward-refused
assert slope(spmd.I, check=True) == with_i
dist.destroy_process_group()
