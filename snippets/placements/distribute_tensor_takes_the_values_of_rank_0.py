"""distribute_tensor scatters the values of rank 0; from_local takes what each rank has, and sends nothing.

$ torchrun --nproc-per-node 2 snippets/placements/distribute_tensor_takes_the_values_of_rank_0.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region make
mine = torch.tensor([0, 1, 2, 3]) + 10 * rank
scattered = distribute_tensor(mine, mesh, [Shard(0)])  # key line, else: scattered = DTensor.from_local(mine, mesh, [Shard(0)])
wrapped = DTensor.from_local(mine, mesh, [Shard(0)])
print(f"rank {rank}: scattered {scattered.to_local().tolist()} of {tuple(scattered.shape)}")
print(f"rank {rank}: wrapped {wrapped.to_local().tolist()} of {tuple(wrapped.shape)}")
# endregion

assert scattered.full_tensor().tolist() == [0, 1, 2, 3]  # shows: values-of-rank-0
assert wrapped.full_tensor().tolist() == [0, 1, 2, 3, 10, 11, 12, 13]  # shows: own-values-joined
assert wrapped.shape[0] == world_size * len(mine)  # shows: shape-times-ranks
dist.destroy_process_group()
