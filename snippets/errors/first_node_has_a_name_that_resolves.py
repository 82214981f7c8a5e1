"""Ranks that can turn the name of the first node into an address meet there.

$ torchrun --nnodes 2 --nproc-per-node 1 --rdzv-backend c10d --rdzv-endpoint node0:29517 \
    snippets/errors/first_node_has_a_name_that_resolves.py
"""
import os
import socket

import torch
import torch.distributed as dist

# region train
host, port = os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"]
found = socket.getaddrinfo(host, port)  # raises socket.gaierror where the name is unknown
dist.init_process_group("gloo")
total = torch.tensor([dist.get_rank() + 1.0])
dist.all_reduce(total)  # key line
print(f"{len(found) > 0}, sum {total.item()}")
# endregion

assert total.item() == 3  # 1 + 2
dist.destroy_process_group()
