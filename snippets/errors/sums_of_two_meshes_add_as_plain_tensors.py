"""full_tensor makes both of them plain tensors, equal on all ranks, which can be added.

$ torchrun --nproc-per-node 4 snippets/errors/sums_of_two_meshes_add_as_plain_tensors.py
"""
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
parts = scale.sum().full_tensor(), weight.sum().full_tensor()  # key line, else: parts = scale.to_local().sum(), weight.to_local().sum()
total = parts[0] + parts[1]
print(f"total {total.item()}")
# endregion

assert total.item() == 4 + 16  # shows: total-20
dist.destroy_process_group()
