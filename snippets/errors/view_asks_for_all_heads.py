"""After ColwiseParallel q has half of the heads, and a view with the number of all heads does not fit.

$ torchrun --nproc-per-node 2 snippets/errors/view_asks_for_all_heads.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: shape '[2, 8, 4, 4]' is invalid for input of size 128"
# asserts = ['raises("RuntimeError: shape", at="q.view(") and not says("heads of")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,))
layer = torch.nn.Sequential(torch.nn.Linear(16, 16))
parallelize_module(layer, mesh, {"0": ColwiseParallel()})
x = torch.randn(2, 8, 16)

# region heads
q = layer(x)
heads = 4  # key line, else: heads = 4 // ranks
q = q.view(2, 8, heads, 4)
print(f"rank {rank}: {q.shape[2]} heads of {q.shape[3]}")
# endregion

dist.destroy_process_group()
