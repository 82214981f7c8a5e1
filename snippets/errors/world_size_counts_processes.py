"""The world size is hosts times processes, and ranks are below it.

$ torchrun --nproc-per-node 2 snippets/errors/world_size_counts_processes.py
"""
import os

import torch
import torch.distributed as dist

# region train
address = f"file://{os.path.abspath('group')}"
rank, hosts, processes = int(os.environ["RANK"]), 1, 2
dist.init_process_group("gloo", address, rank=rank, world_size=hosts * processes)  # key line, else: dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
total = torch.ones(1)
dist.all_reduce(total)
print(f"rank {dist.get_rank()} of {dist.get_world_size()}: {total.item():g} came")
# endregion

assert total.item() == 2
dist.destroy_process_group()
