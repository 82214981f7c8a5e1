"""A rank that finds nobody at the address of rank 0 tries on until its timeout.

$ RANK=1 WORLD_SIZE=2 MASTER_ADDR=localhost MASTER_PORT=9 python snippets/errors/first_node_is_not_there.py
"""
# /// script
# [tool.lockstep]
# expect = "DistNetworkError: The client socket has timed out after 5000ms while trying to connect to (localhost, 9)."
# ///
from datetime import timedelta

import torch
import torch.distributed as dist

# region train
dist.init_process_group("gloo", timeout=timedelta(seconds=5))  # key line, else: dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
rank = dist.get_rank()
total = torch.tensor([rank + 1.0])
dist.all_reduce(total)
print(f"rank {rank}: sum {total.item()}")
# endregion

assert total.item() == 3  # 1 + 2
dist.destroy_process_group()
