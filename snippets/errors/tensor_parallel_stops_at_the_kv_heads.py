"""Tensor parallel over two ranks gives each a whole key head; the other factor of two goes to data parallel.

$ torchrun --nproc-per-node 4 snippets/errors/tensor_parallel_stops_at_the_kv_heads.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
x = torch.randn(1, 1, 16)

# region heads
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))  # key line, else: mesh = init_device_mesh("cpu", (4, 1), mesh_dim_names=("dp", "tp"))
keys = torch.nn.Sequential(torch.nn.Linear(16, 2 * 4))  # two heads of 4
parallelize_module(keys, mesh["tp"], {"0": ColwiseParallel()})
k = keys(x)
k = k.view(1, 1, -1, 4)
print(f"rank {rank}: {k.shape[2]} key head")
# endregion

assert k.shape[2] == 1  # shows: one-key-head
assert k.shape[2] != 2  # refutes: both-heads
dist.destroy_process_group()
