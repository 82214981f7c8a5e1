"""With c10d the number typed as --node-rank is ignored: hosts are sorted by name.

node0$ torchrun --nnodes 2 --node-rank 1 --rdzv-backend c10d --rdzv-endpoint node0:29400 \
    snippets/launch/c10d_ignores_the_node_rank.py
node1$ torchrun --nnodes 2 --node-rank 0 --rdzv-backend c10d --rdzv-endpoint node0:29400 \
    snippets/launch/c10d_ignores_the_node_rank.py
"""
import os
import socket

import torch.distributed as dist

typed = {"node0": 1, "node1": 0}[socket.gethostname()]

# region who
dist.init_process_group("gloo")
node = int(os.environ["GROUP_RANK"])  # key line, else: node = typed
print(f"{socket.gethostname()}: typed --node-rank {typed}, is node {node}")
# endregion

assert socket.gethostname() == f"node{node}" and node != typed
dist.destroy_process_group()
