"""A rank that the mesh does not hold looks at its coordinate, and touches the mesh no more.

$ torchrun --nproc-per-node 3 snippets/errors/rank_without_a_coordinate_leaves_the_mesh.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank, total = dist.get_rank(), torch.ones(1)

# region mesh
tp = 2
dp = dist.get_world_size() // tp
mesh = init_device_mesh("cpu", (dp, tp), mesh_dim_names=("dp", "tp"))
inside = mesh.get_coordinate() is not None  # key line, else: inside = False
if inside:
    dist.all_reduce(total, group=mesh.get_group("tp"))
print(f"rank {rank}: in the mesh {inside}, sum over tp {total.item()}")
# endregion

assert total.item() == (1 if rank == 2 else 2)  # shows: sum-over-two
dist.barrier()
dist.destroy_process_group()
