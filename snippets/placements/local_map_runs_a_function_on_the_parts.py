"""local_map runs a function of plain tensors on the part of each rank, and its placements say what comes out.

$ torchrun --nproc-per-node 2 snippets/placements/local_map_runs_a_function_on_the_parts.py
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
expected = torch.cdist(points, centers)

# region map
a = distribute_tensor(points, mesh, [Shard(0)])
b = distribute_tensor(centers, mesh, [Replicate()])
rows, whole = [Shard(0)], [Replicate()]
cdist = local_map(torch.cdist, out_placements=rows, in_placements=(rows, whole))  # key line, else: cdist = local_map(torch.cdist, out_placements=whole, in_placements=(rows, whole))
distances = cdist(a, b)
print(f"rank {rank}: {tuple(distances.to_local().shape)} of {tuple(distances.shape)}")
# endregion

assert distances.shape == (4, 2)  # shows: rows-joined
assert torch.allclose(distances.full_tensor(), expected)
dist.destroy_process_group()
