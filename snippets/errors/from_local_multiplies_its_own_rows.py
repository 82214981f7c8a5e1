"""from_local takes the rows of this rank times the ranks for the shape: 10 rows in parts of 3, 3, 3 and 1 become 12, and 4 on rank 3.

$ torchrun --nproc-per-node 4 snippets/errors/from_local_multiplies_its_own_rows.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

mesh = init_device_mesh("cpu", (world_size,))
mine = torch.arange(10.0).chunk(world_size)[rank]  # 3, 3, 3 and 1 numbers, mean of all 4.5

# region wrap
scores = DTensor.from_local(mine, mesh, [Shard(0)])  # key line, else: scores = DTensor.from_local(mine, mesh, [Shard(0)], shape=torch.Size([10]), stride=(1,))
mean = scores.mean().full_tensor().item()
print(f"rank {rank}: shape {tuple(scores.shape)}, mean {mean:g}")
# endregion

assert len(scores) == world_size * len(mine)  # shows: own-rows-times-ranks
assert scores.mean().placements == (Partial("avg"),)  # shows: mean-of-means
assert scores.sum().full_tensor().item() == 45  # shows: sum-right
assert mean == 5.25  # shows: mean-wrong
dist.destroy_process_group()
