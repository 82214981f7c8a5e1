"""One Linear gives q, k and v; ColwiseParallel cuts it in the middle of k, and each rank takes the wrong rows for q, k and v.

$ torchrun --nproc-per-node 2 snippets/errors/columns_of_a_fused_qkv_mix_q_and_k.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,))
layer = torch.nn.Sequential(torch.nn.Linear(1, 12, bias=False))
rows = torch.tensor([1.0] * 4 + [2.0] * 4 + [3.0] * 4)  # key line, else: rows = torch.tensor([1.0, 1.0, 2.0, 2.0, 3.0, 3.0] * 2)
layer[0].weight.data = rows[:, None]  # rows of q give 1, of k 2, of v 3

# region qkv
parallelize_module(layer, mesh, {"0": ColwiseParallel()})
q, k, v = layer(torch.ones(1)).chunk(3)
print(f"rank {rank}: q {q.tolist()}, k {k.tolist()}, v {v.tolist()}")
# endregion

found = [part.tolist() for part in (q, k, v)]
assert found == [[[1.0] * 2, [1.0] * 2, [2.0] * 2], [[2.0] * 2, [3.0] * 2, [3.0] * 2]][rank]  # shows: k-holds-rows-of-q
dist.destroy_process_group()
