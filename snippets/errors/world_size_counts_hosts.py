"""With the number of hosts as world size, the second process of the first host has a rank too large.

$ RANK=1 python snippets/errors/world_size_counts_hosts.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: rank < size. 1 vs 1"
# asserts = ['raises("RuntimeError: rank < size. 1 vs 1", at="init_process_group")']
# ///
import os

import torch.distributed as dist

# region train
address = f"file://{os.path.abspath('group')}"
rank, hosts = int(os.environ["RANK"]), 1
dist.init_process_group("gloo", address, rank=rank, world_size=hosts)  # key line, else: dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
print(f"rank {dist.get_rank()} of {dist.get_world_size()}")
# endregion

dist.destroy_process_group()
