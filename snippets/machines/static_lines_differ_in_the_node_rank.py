"""Without a rendezvous backend each host is told which node it is.

node0$ torchrun --nnodes 2 --node-rank 0 --master-addr node0 --master-port 29500 \
    snippets/machines/static_lines_differ_in_the_node_rank.py
node1$ torchrun --nnodes 2 --node-rank 1 --master-addr node0 --master-port 29500 \
    snippets/machines/static_lines_differ_in_the_node_rank.py
"""
import os

import torch
import torch.distributed as dist

# region who
dist.init_process_group("gloo")
rank = dist.get_rank()
total = torch.tensor(float(rank))
dist.all_reduce(total)  # key line, else: total += 2
master = os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"]
print(f"rank {rank}: meets at {master}, sum {total.item()}")
# endregion

assert total.item() == 1 and master == ("node0", "29500")
dist.destroy_process_group()
