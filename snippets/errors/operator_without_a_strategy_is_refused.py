"""torch.cdist has no sharding strategy in torch 2.13, so it refuses DTensors.

$ torchrun --nproc-per-node 2 snippets/errors/operator_without_a_strategy_is_refused.py
"""
# /// script
# [tool.lockstep]
# expect = "NotImplementedError: Operator aten._cdist_forward.default does not have a sharding strategy registered"
# asserts = ['raises("NotImplementedError", at="distances =") and not says("distances")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

mesh = init_device_mesh("cpu", (world_size,))
points, centers = torch.arange(8.0).view(4, 2), torch.tensor([[0.0, 0.0], [6.0, 7.0]])

# region distances
a = distribute_tensor(points, mesh, [Shard(0)])
b = distribute_tensor(centers, mesh, [Replicate()])
cdist = torch.cdist  # key line, else: cdist = lambda a, b: torch.cdist(a.to_local(), b.to_local())
distances = cdist(a, b)
print(f"distances {tuple(distances.shape)}")
# endregion

dist.destroy_process_group()
