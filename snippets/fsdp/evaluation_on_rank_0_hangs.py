"""Rank 0 alone evaluates a sharded model: its forward is an all-gather that no other rank enters.

$ torchrun --nproc-per-node 2 snippets/fsdp/evaluation_on_rank_0_hangs.py
"""

# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = ['says("rank 0: evaluates") and waits("model(", rank=0) and waits("dist.barrier()", rank=1)']
# timeout = 4
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
model = fully_shard(torch.nn.Linear(4, 4, bias=False), mesh=mesh)

# region evaluate
model(torch.ones(1, 4)).sum().backward()
if rank == 0:  # key line, else: if True:
    print("rank 0: evaluates", flush=True)
    with torch.no_grad():
        model(torch.ones(1, 4))
    print("rank 0: has evaluated", flush=True)
dist.barrier()
# endregion

dist.destroy_process_group()
