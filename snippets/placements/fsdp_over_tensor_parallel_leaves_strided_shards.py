"""FSDP cuts the rows that tensor parallel left, from right to left: rank 1 gets rows 4 and 5, and the placement says _StridedShard.

$ torchrun --nproc-per-node 4 snippets/placements/fsdp_over_tensor_parallel_leaves_strided_shards.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import Shard, distribute_tensor
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))


def rows(tensor):
    return tensor.to_local()[:, 0].int().tolist()


# region cut
layer = torch.nn.Linear(1, 8, bias=False)
layer.weight.data = torch.arange(8.0).view(8, 1)  # row 5 holds a 5
parallelize_module(layer, mesh["tp"], ColwiseParallel())
after_tp = rows(layer.weight)
fully_shard(layer, mesh=mesh["dp"])  # key line, else: layer.weight = torch.nn.Parameter(distribute_tensor(torch.arange(8.0).view(8, 1), mesh, [Shard(0), Shard(0)]))
kinds = [type(place).__name__ for place in layer.weight.placements]
print(f"rank {rank}: after tp rows {after_tp}, then rows {rows(layer.weight)}, {kinds}")
# endregion

plain = distribute_tensor(torch.arange(8.0).view(8, 1), mesh, [Shard(0), Shard(0)])
assert rows(plain) == [2 * rank, 2 * rank + 1]  # shows: plain-order-by-rank
assert rows(layer.weight) == [[0, 1], [4, 5], [2, 3], [6, 7]][rank]  # shows: rank-1-rows-4-5
assert kinds == ["_StridedShard", "Shard"]  # shows: strided-says-so
assert layer.weight.full_tensor()[:, 0].tolist() == list(range(8))  # shows: full-tensor-in-order
dist.destroy_process_group()
