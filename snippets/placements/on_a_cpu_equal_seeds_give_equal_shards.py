"""On a CPU mesh each rank draws for itself: equal seeds repeat a shard, and unequal seeds make copies that differ.

$ torchrun --nproc-per-node 2 snippets/placements/on_a_cpu_equal_seeds_give_equal_shards.py
"""
import warnings

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

warnings.filterwarnings("ignore", "DTensor random operators")  # it says that a CPU mesh is not fully supported
dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region draw
torch.manual_seed(0)
shard = distribute_tensor(torch.zeros(4), mesh, [Shard(0)])
torch.nn.init.uniform_(shard)
torch.manual_seed(rank)
copy = torch.nn.init.uniform_(distribute_tensor(torch.zeros(2), mesh, [Replicate()]))
drawn = distribute_tensor(torch.rand(4), mesh, [Shard(0)])  # key line, else: drawn = shard
for name, tensor in (("shard", shard), ("copy", copy), ("drawn on rank 0", drawn)):
    print(f"rank {rank}: {name} {[round(value, 2) for value in tensor.to_local().tolist()]}")
# endregion

halves = [tensor.full_tensor().chunk(2) for tensor in (shard, drawn)]
assert torch.equal(*halves[0])  # shows: equal-seeds-repeat
assert len(set(shard.full_tensor().tolist())) == 2  # refutes: four-different
first = copy.to_local().clone()
dist.broadcast(first, 0)
assert torch.equal(first, copy.to_local()) == (rank == 0)  # shows: copies-differ
assert not torch.equal(*halves[1])  # shows: one-draw-no-repeat
dist.destroy_process_group()
