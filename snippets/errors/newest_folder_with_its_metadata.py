"""Rank 0 takes the newest folder that is complete, and tells all ranks.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/newest_folder_with_its_metadata.py
"""
import os
from pathlib import Path

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
weight = distribute_tensor(torch.zeros(8), mesh, [Shard(0)])

for step in 10, 20:
    dcp.save({"weight": weight + step}, checkpoint_id=f"step-{step}")
if rank == 0:
    os.remove("step-20/.metadata")  # the first run was killed before it wrote that file
dist.barrier()

# region resume
chosen = [None]
if rank == 0:
    saves = sorted(Path().glob("step-*"), key=lambda x: int(x.name[5:]))  # by number, not by name
    saves = [x for x in saves if (x / ".metadata").exists()]  # key line -> CheckpointException: CheckpointException
    chosen = [saves[-1]]
dist.broadcast_object_list(chosen, src=0)
dcp.load({"weight": weight}, checkpoint_id=chosen[0])
print("loaded", chosen[0], "with", weight.full_tensor()[0].item())
# endregion

assert weight.full_tensor().eq(10).all()  # shows: complete-folder-10
dist.destroy_process_group()
