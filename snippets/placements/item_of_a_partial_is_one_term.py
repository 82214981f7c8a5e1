"""print and item() of a DTensor send nothing: they show the part of this rank, and of a summed loss only one term.

$ torchrun --nproc-per-node 2 snippets/placements/item_of_a_partial_is_one_term.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region print
errors = distribute_tensor(torch.arange(4.0), mesh, [Shard(0)])  # 0 + 1 + 2 + 3
loss = errors.sum()
print(f"rank {rank}: {loss}")
whole = loss.full_tensor().item()  # key line, else: whole = loss.item()
print(f"rank {rank}: item {loss.item()}, whole {whole}")
# endregion

assert loss.item() == [1.0, 5.0][rank]  # shows: item-one-term
assert whole == 6.0  # shows: whole-is-sum
dist.destroy_process_group()
