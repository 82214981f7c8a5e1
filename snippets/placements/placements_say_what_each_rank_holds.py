"""One 4 x 4 tensor on 4 ranks under four placements: each rank holds all of it, a row, a column, or a term of a sum.

$ torchrun --nproc-per-node 4 snippets/placements/placements_say_what_each_rank_holds.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region four
whole = torch.arange(16).view(4, 4)
term = whole * (whole % world_size == rank)  # the numbers of its column, zeros elsewhere
held = {
    "Replicate()": distribute_tensor(whole, mesh, [Replicate()]),
    "Shard(0)": distribute_tensor(whole, mesh, [Shard(0)]),  # key line, else: "Shard(0)": distribute_tensor(whole, mesh, [Shard(1)]),
    "Shard(1)": distribute_tensor(whole, mesh, [Shard(1)]),
    "Partial()": DTensor.from_local(term, mesh, [Partial()]),
}
for name, tensor in held.items():
    print(f"rank {rank}: {name} {tensor.to_local().tolist()}")
# endregion

local = {name: tensor.to_local() for name, tensor in held.items()}
assert torch.equal(local["Replicate()"], whole)  # shows: replicate-whole
assert torch.equal(local["Shard(0)"], whole[rank : rank + 1])  # shows: shard-0-row
assert torch.equal(local["Shard(1)"], whole[:, rank : rank + 1])  # shows: shard-1-column
assert local["Partial()"].shape == whole.shape and not torch.equal(term, whole)  # shows: partial-full-size
assert all(torch.equal(tensor.full_tensor(), whole) for tensor in held.values())  # shows: full-tensor-same
assert {tuple(tensor.shape) for tensor in held.values()} == {(4, 4)}  # shows: shape-of-whole
dist.destroy_process_group()
