"""Three ranks and a mesh of 1 x 2: the last rank has no place in it.

$ torchrun --nproc-per-node 3 snippets/errors/last_rank_is_not_in_the_mesh.py
"""
# /// script
# [tool.lockstep]
# expect = "IndexError: list index out of range"
# asserts = ['raises("IndexError: list index", rank=2, at="get_local_rank") and says("rank 2: place None")']
# ///
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank = dist.get_rank()

# region mesh
tp = 2
dp = dist.get_world_size() // tp  # rounds down, without a word
mesh = init_device_mesh("cpu", (dp, tp), mesh_dim_names=("dp", "tp"))
print(f"rank {rank}: place {mesh.get_coordinate()}", flush=True)
print(f"rank {rank}: place in dp {mesh.get_local_rank('dp')}")  # key line
# endregion

dist.destroy_process_group()
