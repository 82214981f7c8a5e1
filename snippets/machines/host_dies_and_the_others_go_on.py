"""A host dies; the others meet again and go on from the last checkpoint.

$ TORCH_DISABLE_SHARE_RDZV_TCP_STORE=1 torchrun --nnodes 1:3 --max-restarts 1 \
    --rdzv-backend c10d --rdzv-endpoint node0:29400 --rdzv-conf \
    last_call_timeout=20,keep_alive_interval=2,keep_alive_max_attempt=4 \
    snippets/machines/host_dies_and_the_others_go_on.py
"""
# /// script
# [tool.lockstep]
# timeout = 240
# events = ["waits to be killed: kill node2"]
# ///
import os

import torch
import torch.distributed as dist

# region loop
dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
start, weight = 0, torch.zeros(1)
if os.path.exists("shared.pt"):
    start, weight = torch.load("shared.pt").values()  # key line
print(f"rank {rank} of {world_size}: starts at step {start}", flush=True)
for step in range(start, 6):
    if step == 3 and rank == 2:
        input("rank 2: waits to be killed\n")
    gradient = torch.ones(1)
    dist.all_reduce(gradient)
    weight += gradient / world_size
    if rank == 0:
        torch.save({"step": step + 1, "weight": weight}, "shared.pt")
print(f"rank {rank} of {world_size}: {step + 1} steps, weight {weight.item()}")
# endregion

assert (world_size, start, weight.item()) == (2, 3, 6)
dist.destroy_process_group()
