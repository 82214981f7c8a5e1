"""A plan splits a block over 2 ranks: loss and gradients are those of one process, from half of the matrices on each.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/a_plan_splits_a_block.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = 'parallelize_module(block, mesh, plan)'
# label = "The MLP alone"
# becomes = 'parallelize_module(block, mesh, {"up": ColwiseParallel(), "down": RowwiseParallel()})'
#
# [[tool.lockstep.what-if]]
# line = 'parallelize_module(block, mesh, plan)'
# label = "Columns without rows"
# becomes = 'parallelize_module(block, mesh, {"up": ColwiseParallel()})'
# ///
import torch
import torch.distributed as dist
from _block import block_and_input, here
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

dist.init_process_group("gloo")
ranks = dist.get_world_size()

alone, x = block_and_input()
alone_x = x.clone().requires_grad_()
alone(alone_x).square().mean().backward()
whole = sum(weight.numel() for weight in alone.parameters())
block, x = block_and_input()
x.requires_grad_()

# region block
mesh = init_device_mesh("cpu", (ranks,), mesh_dim_names=("tp",))
columns, rows = ("attention.q", "attention.k", "attention.v", "up"), ("attention.o", "down")
plan = dict.fromkeys(columns, ColwiseParallel()) | dict.fromkeys(rows, RowwiseParallel())
parallelize_module(block, mesh, plan)  # key line, else: pass
y = block(x)
y.square().mean().backward()
held = sum(here(weight).numel() for weight in block.parameters())
print(f"loss {y.square().mean():.4f}, slope of x {x.grad.norm():.4f}, holds {held} numbers")
# endregion

norms = 4 * 16
assert held == norms + (whole - norms) // ranks  # shows: half-of-matrices
assert torch.allclose(x.grad, alone_x.grad, atol=1e-6)  # shows: slope-as-one-process
assert torch.allclose(y, alone(alone_x), atol=1e-5)  # shows: output-as-one-process
dist.destroy_process_group()
