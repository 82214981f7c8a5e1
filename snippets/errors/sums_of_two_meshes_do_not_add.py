"""A sum over the tp mesh and a sum over the whole mesh cannot be added.

$ torchrun --nproc-per-node 4 snippets/errors/sums_of_two_meshes_do_not_add.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Cannot run aten.add.Tensor on inputs with different meshes"
# asserts = ['raises("RuntimeError: Cannot run aten.add", at="total =") and not says("total")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))

# region total
scale = distribute_tensor(torch.ones(4), mesh["tp"], [Shard(0)])
weight = distribute_tensor(torch.ones(4, 4), mesh, [Shard(0), Shard(1)])
parts = scale.sum(), weight.sum()  # key line, else: parts = scale.sum().full_tensor(), weight.sum().full_tensor()
total = parts[0] + parts[1]
print(f"total {total.item()}")
# endregion

dist.destroy_process_group()
