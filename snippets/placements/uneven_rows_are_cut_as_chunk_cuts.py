"""A dimension that does not divide is cut as torch.chunk cuts it: 10 rows become 3, 3, 3 and 1; 5 rows leave rank 3 empty.

$ torchrun --nproc-per-node 4 snippets/placements/uneven_rows_are_cut_as_chunk_cuts.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region cut
held = {}
for rows in (10, 5):
    tensor = distribute_tensor(torch.arange(rows), mesh, [Shard(0)])  # key line, else: tensor = distribute_tensor(torch.arange(rows), mesh)
    held[rows] = tensor.to_local().tolist()
    print(f"rank {rank}: {len(held[rows])} of {rows} rows, {held[rows]}")
    assert tensor.full_tensor().tolist() == list(range(rows))
# endregion

for rows, mine in held.items():
    chunks = [chunk.tolist() for chunk in torch.arange(rows).chunk(world_size)]
    assert mine == (chunks[rank] if rank < len(chunks) else [])
assert len(held[10]) == (3, 3, 3, 1)[rank]  # shows: last-rank-1
assert len(held[5]) == (2, 2, 1, 0)[rank]  # shows: rank-3-empty
dist.destroy_process_group()
