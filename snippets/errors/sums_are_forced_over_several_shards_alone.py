"""Sums are forced only where a gradient has several shards: FSDP divides gradients once.

$ torchrun --nproc-per-node 2 snippets/errors/sums_are_forced_over_several_shards_alone.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
wanted = (1 + 2) / 4  # the gradients of both ranks, over the factor

# region step
for shape in ((2, 1), (1, 2)):
    mesh = init_device_mesh("cpu", shape, mesh_dim_names=("copies", "shards"))
    model = fully_shard(torch.nn.Linear(4, 4, bias=False), mesh=mesh)
    model.set_gradient_divide_factor(4.0)
    several = mesh["shards"].size() > 1  # key line, else: several = True
    model.set_force_sum_reduction_for_comms(several)
    model(torch.full((1, 4), rank + 1.0)).sum().backward()
    gradient = model.weight.grad.full_tensor()[0, 0].item()
    print(f"copies x shards {shape}: gradient {gradient}, wanted {wanted}")
    # endregion
    assert gradient == wanted  # shows: divided-once

dist.destroy_process_group()
