"""A distributed checkpoint that four ranks saved loads on two.

$ torchrun --nproc-per-node 4 snippets/checkpoints/four_ranks_save_and_two_ranks_load.py
"""
import os

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.tensor import Shard, distribute_tensor, zeros

dist.init_process_group("gloo")
rank = dist.get_rank()
four, two = DeviceMesh("cpu", [0, 1, 2, 3]), DeviceMesh("cpu", [0, 1])

# region reshard
weight = distribute_tensor(torch.arange(8.0).view(8, 1), four, [Shard(0)])
dcp.save({"weight": weight, "step": 3}, checkpoint_id="checkpoint")
if rank == 0:
    print("files:", sorted(os.listdir("checkpoint")))
print(f"rank {rank} of 4 saved {weight.to_local().flatten().tolist()}")
if rank < 2:
    state = {"weight": zeros(8, 1, device_mesh=two, placements=[Shard(0)]), "step": 0}
    dcp.load(state, checkpoint_id="checkpoint", process_group=two.get_group())  # key line
    rows = state["weight"].to_local().flatten().tolist()
    print(f"rank {rank} of 2 loaded {rows}, step {state['step']}")
# endregion

assert len(os.listdir("checkpoint")) == 5
assert rank > 1 or (rows == [4.0 * rank + row for row in range(4)] and state["step"] == 3)
dist.barrier()
dist.destroy_process_group()
