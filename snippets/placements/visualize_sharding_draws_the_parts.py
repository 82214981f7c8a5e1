"""visualize_sharding prints, on rank 0, which rank holds which rows and columns.

$ torchrun --nproc-per-node 4 snippets/placements/visualize_sharding_draws_the_parts.py
"""
# /// script
# [tool.lockstep]
# asserts = [
#   '''says("Row 0-1  cpu:0      cpu:1", rank=0) and says("Row 2-3  cpu:2      cpu:3", rank=0)''',
#   '''says("Row 0-1  cpu:0,2", rank=0) and says("Row 2-3  cpu:1,3", rank=0)''',
# ]
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor
from torch.distributed.tensor.debug import visualize_sharding

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))

# region draw
for placements in ([Shard(0), Shard(1)], [Replicate(), Shard(0)]):  # key line, else: for placements in ([Shard(1), Shard(0)], [Shard(0), Replicate()]):
    visualize_sharding(distribute_tensor(torch.zeros(4, 6), mesh, placements))
# endregion
dist.destroy_process_group()
