"""fully_shard cuts along the first dimension: on 2 ranks 7 rows become 4 and 3, a single row 1 and 0.

$ torchrun --nproc-per-node 2 snippets/large-models/seven_rows_shard_as_four_and_three.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region shard
model = torch.nn.Sequential(torch.nn.Linear(5, 7, bias=False), torch.nn.Linear(7, 1, bias=False))
fully_shard(model, mesh=mesh)  # key line, else: fully_shard(model, mesh=init_device_mesh("cpu", (world_size, 1), mesh_dim_names=("a", "b")))
local = [parameter.to_local() for parameter in model.parameters()]
print(f"rank {rank}: {tuple(local[0].shape)} of (7, 5), {tuple(local[1].shape)} of (1, 7)")
# endregion

assert tuple(local[0].shape) == ([4, 3][rank], 5)
assert tuple(local[1].shape) == ([1, 0][rank], 7)
assert local[0].shape[0] < 7 and local[0].shape[1] == 5  # shows: first-some-rows
assert (len(local[0]), len(local[1])) == ((4, 1) if rank == 0 else (3, 0))  # shows: fewer-rows-7-4-3-1-0
dist.destroy_process_group()
