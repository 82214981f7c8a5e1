"""A view with -1 heads and the fixed size of a head fits on any number of ranks.

$ torchrun --nproc-per-node 2 snippets/errors/view_takes_the_heads_it_gets.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,))
layer = torch.nn.Sequential(torch.nn.Linear(16, 16))
parallelize_module(layer, mesh, {"0": ColwiseParallel()})  # key line, else: pass
x = torch.randn(2, 8, 16)

# region heads
q = layer(x)
heads = -1  # as many as there are
q = q.view(2, 8, heads, 4)
print(f"rank {rank}: {q.shape[2]} heads of {q.shape[3]}")
# endregion

assert q.shape[2] == 4 // ranks  # shows: two-heads
dist.destroy_process_group()
