"""A mesh of 2 x 2: the groups of tp are its rows, those of dp its columns, and each rank is in one of each.

$ torchrun --nproc-per-node 4 snippets/placements/a_mesh_has_a_group_for_each_row_and_column.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region mesh
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))  # key line, else: mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("tp", "dp"))
groups = {name: dist.get_process_group_ranks(mesh[name].get_group()) for name in ("dp", "tp")}
value = torch.tensor([rank])
dist.all_reduce(value, group=mesh.get_group("tp"))
place = [mesh.get_local_rank(name) for name in ("dp", "tp")]
print(f"rank {rank}: place {place}, dp {groups['dp']}, tp {groups['tp']}, sum over tp {value.item()}")
# endregion

assert place == [rank // 2, rank % 2]  # shows: place-row-column
assert groups["tp"] == [rank - rank % 2, rank - rank % 2 + 1]  # shows: tp-neighbours
assert groups["dp"] == [rank % 2, rank % 2 + 2]  # shows: dp-two-apart
assert value.item() == (1 if rank < 2 else 5)  # shows: sum-of-row
dist.destroy_process_group()
