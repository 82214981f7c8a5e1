"""The same line on two hosts makes one job of four ranks.

$ torchrun --nnodes 2 --nproc-per-node 2 --rdzv-backend c10d \
    --rdzv-endpoint node0:29400 snippets/machines/one_line_on_two_hosts.py
"""
import os
import socket

import torch
import torch.distributed as dist

# region who
dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
local, node = int(os.environ["LOCAL_RANK"]), int(os.environ["GROUP_RANK"])
total = torch.tensor(float(rank))
dist.all_reduce(total)  # key line
host = socket.gethostname()
print(f"rank {rank}: local rank {local} of node {node}, {host}; sum {total.item()}")
# endregion

assert total.item() == sum(range(world_size))
assert (rank, host) == (node * 2 + local, f"node{node}")
dist.destroy_process_group()
