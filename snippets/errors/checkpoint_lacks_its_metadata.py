"""A folder whose save was killed before its last file has shards and no .metadata.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/checkpoint_lacks_its_metadata.py
"""
# /// script
# [tool.lockstep]
# expect = "CheckpointException: CheckpointException ranks:dict_keys([0, 1])"
# asserts = ['raises("CheckpointException", at="dcp.load") and says("step-20")']
# ///
import os
from pathlib import Path

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
weight = distribute_tensor(torch.arange(8.0), mesh, [Shard(0)])

for step in 10, 20:
    dcp.save({"weight": weight}, checkpoint_id=f"step-{step}")
if dist.get_rank() == 0:
    os.remove("step-20/.metadata")  # key line
dist.barrier()  # the first run was killed before it wrote that file

# region resume
newest = max(Path().glob("step-*"))
print(newest, sorted(os.listdir(newest)), flush=True)
dcp.load({"weight": weight}, checkpoint_id=newest)
# endregion

dist.destroy_process_group()
