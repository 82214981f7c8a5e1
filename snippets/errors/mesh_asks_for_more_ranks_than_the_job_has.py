"""A mesh of 2 x 2 in a job of two ranks is refused.

$ torchrun --nproc-per-node 2 snippets/errors/mesh_asks_for_more_ranks_than_the_job_has.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Mesh should not be bigger than default world size 2, but found 4 ranks!"
# asserts = ['raises("RuntimeError: Mesh should not be bigger", at="init_device_mesh(")']
# ///
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")

# region mesh
dp, tp = 2, 2
mesh = init_device_mesh("cpu", (dp, tp), mesh_dim_names=("dp", "tp"))  # key line, else: mesh = init_device_mesh("cpu", (1, tp))
print(f"mesh of {mesh.size()} ranks")
# endregion

dist.destroy_process_group()
