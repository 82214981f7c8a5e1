"""With shape and stride all ranks agree: 10 rows, and the mean of all.

$ torchrun --nproc-per-node 4 snippets/errors/from_local_is_told_the_shape.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

mesh = init_device_mesh("cpu", (world_size,))
mine = torch.arange(10.0).chunk(world_size)[rank]  # 3, 3, 3 and 1 numbers, mean of all 4.5

# region wrap
scores = DTensor.from_local(mine, mesh, [Shard(0)], shape=torch.Size([10]), stride=(1,))  # key line, else: scores = DTensor.from_local(mine, mesh, [Shard(0)])
mean = scores.mean().full_tensor().item()
print(f"rank {rank}: shape {tuple(scores.shape)}, mean {mean:g}")
# endregion

assert tuple(scores.shape) == (10,)  # shows: shape-10
assert mean == 4.5  # shows: mean-of-all
dist.destroy_process_group()
