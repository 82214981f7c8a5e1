"""local_map runs the operator on the rows of each rank, and says that the result is rows again.

$ torchrun --nproc-per-node 2 snippets/errors/local_map_gives_the_operator_its_placements.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor
from torch.distributed.tensor.experimental import local_map

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

mesh = init_device_mesh("cpu", (world_size,))
points, centers = torch.arange(8.0).view(4, 2), torch.tensor([[0.0, 0.0], [6.0, 7.0]])

# region distances
a = distribute_tensor(points, mesh, [Shard(0)])
b = distribute_tensor(centers, mesh, [Replicate()])
cdist = local_map(torch.cdist, out_placements=[Shard(0)])  # key line, else: cdist = local_map(torch.cdist, out_placements=[Replicate()])
distances = cdist(a, b)
print(f"distances {tuple(distances.shape)}")
# endregion

assert distances.shape == (4, 2)  # shows: rows-again
assert torch.allclose(distances.full_tensor(), torch.cdist(points, centers))  # shows: distances-right
dist.destroy_process_group()
