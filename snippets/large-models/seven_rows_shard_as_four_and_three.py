"""fully_shard cuts along the first dimension: 7 rows on 2 ranks become 4 and 3.

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
model = torch.nn.Linear(5, 7)
fully_shard(model, mesh=mesh)  # key line
local = [parameter.to_local() for parameter in model.parameters()]
print(f"rank {rank}: weight {tuple(local[0].shape)}, bias {tuple(local[1].shape)}")
# endregion

rows = [4, 3][rank]
assert [tuple(t.shape) for t in local] == [(rows, 5), (rows,)]
dist.destroy_process_group()
