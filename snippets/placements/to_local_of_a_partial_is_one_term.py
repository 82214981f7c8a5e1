"""to_local of a Partial gives the term of this rank; squared before the sum, the terms give 30, and the whole gives 100.

$ torchrun --nproc-per-node 4 snippets/placements/to_local_of_a_partial_is_one_term.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

x = distribute_tensor(torch.ones(1, 4), mesh, [Shard(1)])
w = distribute_tensor(torch.arange(1.0, 5.0).view(4, 1), mesh, [Shard(0)])

# region square
y = x @ w  # Partial: 1, 2, 3 and 4 on the ranks
term = y.to_local().item()
whole = y.redistribute(mesh, [Replicate()]).to_local().item()  # key line, else: whole = y.to_local().item()
print(f"rank {rank}: term {term:g}, squared {term**2:g}; whole {whole:g}, squared {whole**2:g}")
# endregion

assert whole == 10  # shows: whole-10
assert term == rank + 1  # shows: one-term
assert sum((other + 1) ** 2 for other in range(world_size)) == 30 and whole**2 == 100
dist.destroy_process_group()
