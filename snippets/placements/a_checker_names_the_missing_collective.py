"""spmd_types checks placements of plain tensors: a layer without f or g is refused, in one process, SIMULATED.

$ python snippets/placements/a_checker_names_the_missing_collective.py
"""
# /// script
# [tool.lockstep]
# simulates = 8
# ///
import spmd_types as spmd
import torch
import torch.distributed as dist
from spmd_types.checker import typecheck
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("fake", rank=0, world_size=8)  # sends nothing
mesh = init_device_mesh("cpu", (2, 4), mesh_dim_names=("dp", "tp"))
tp = mesh.get_group("tp")

# region check
x, up, down = (torch.ones(size, requires_grad=True) for size in ((2, 4), (4, 1), (1, 4)))


def layer(with_f=True, with_g=True):
    spmd.assert_type(x, {tp: spmd.I})  # equal on all ranks, and so is its gradient
    spmd.assert_type(up, {tp: spmd.V})  # other values on each rank: its columns
    spmd.assert_type(down, {tp: spmd.V})
    h = spmd.invariant_to_replicate(x, tp) if with_f else x  # f
    y = torch.relu(h @ up) @ down
    y = spmd.all_reduce(y, tp, src=spmd.P, dst=spmd.I) if with_g else y  # g: y is a term of a sum
    spmd.assert_type(y, {tp: spmd.I})


said = {}
for case in ({}, {"with_f": False}, {"with_g": False}):
    with spmd.set_current_mesh({tp}), typecheck():
        try:
            layer(**case)  # key line, else: layer()
            said[str(case)] = "right"
        except spmd.SpmdTypeError as error:
            said[str(case)] = str(error).splitlines()[0]
    print(f"{case}: {said[str(case)]}")
# endregion

assert said["{}"] == "right"  # shows: both-right
assert "Invariant type on axis" in said["{'with_f': False}"]  # shows: without-f-refused
assert "tensor has" in said["{'with_g': False}"]  # shows: without-g-refused
dist.destroy_process_group()
