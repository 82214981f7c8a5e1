"""A product of two tensors in Shard(0) hides an all-gather, and CommDebugMode counts it.

$ torchrun --nproc-per-node 4 snippets/placements/comm_debug_mode_finds_the_hidden_gather.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor
from torch.distributed.tensor.debug import CommDebugMode

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region count
a = distribute_tensor(torch.ones(8, 8), mesh, [Shard(0)])
b = distribute_tensor(torch.ones(8, 8), mesh, [Shard(0)])  # key line, else: b = distribute_tensor(torch.ones(8, 8), mesh)
with CommDebugMode() as comm:
    a @ b
counts = {str(call).rsplit(".", 1)[-1]: count for call, count in comm.get_comm_counts().items()}
print(f"{comm.get_total_counts()} collective: {counts}")
# endregion

assert counts == {"all_gather_into_tensor": 1}  # shows: one-all-gather
dist.destroy_process_group()
