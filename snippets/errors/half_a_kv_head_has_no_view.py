"""Two key heads over four ranks: each gets half a head, and no view makes a head of it.

$ torchrun --nproc-per-node 4 snippets/errors/half_a_kv_head_has_no_view.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: shape '[1, 1, -1, 4]' is invalid for input of size 2"
# asserts = ['raises("RuntimeError: shape", at="k.view(") and not says("key heads")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
x = torch.randn(1, 1, 16)

# region heads
mesh = init_device_mesh("cpu", (1, 4), mesh_dim_names=("dp", "tp"))  # key line, else: mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
keys = torch.nn.Sequential(torch.nn.Linear(16, 2 * 4))  # two heads of 4
parallelize_module(keys, mesh["tp"], {"0": ColwiseParallel()})
k = keys(x)
k = k.view(1, 1, -1, 4)
print(f"rank {rank}: {k.shape[2]} key heads")
# endregion

dist.destroy_process_group()
