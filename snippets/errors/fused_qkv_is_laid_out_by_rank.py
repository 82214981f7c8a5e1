"""Rows laid out as q, k, v of rank 0 and then q, k, v of rank 1: now a cut in the middle gives each rank its own three.

$ torchrun --nproc-per-node 2 snippets/errors/fused_qkv_is_laid_out_by_rank.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,))
layer = torch.nn.Sequential(torch.nn.Linear(1, 12, bias=False))
layer[0].weight.data = torch.tensor([1.0] * 4 + [2.0] * 4 + [3.0] * 4)[:, None]  # rows of q give 1, of k 2, of v 3

# region qkv
rows = layer[0].weight.data.view(3, ranks, -1).transpose(0, 1).reshape(-1, 1)  # by rank first
layer[0].weight.data = rows  # key line, else: pass
parallelize_module(layer, mesh, {"0": ColwiseParallel()})
q, k, v = layer(torch.ones(1)).chunk(3)
print(f"rank {rank}: q {q.tolist()}, k {k.tolist()}, v {v.tolist()}")
# endregion

assert [part.tolist() for part in (q, k, v)] == [[1.0] * 2, [2.0] * 2, [3.0] * 2]  # shows: own-q-k-v
dist.destroy_process_group()
