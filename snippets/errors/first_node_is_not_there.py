"""A rank that finds nobody at the address of rank 0 tries on until its timeout.

$ python snippets/errors/first_node_is_not_there.py
"""
# /// script
# [tool.lockstep]
# expect = "DistNetworkError: The client socket has timed out after 2000ms while trying to connect to (localhost, 9)."
# ///
import os
from datetime import timedelta

import torch
import torch.distributed as dist

# region train
os.environ.update(RANK="1", WORLD_SIZE="2", MASTER_ADDR="localhost", MASTER_PORT="9")  # key line
dist.init_process_group("gloo", timeout=timedelta(seconds=2))
rank = dist.get_rank()
total = torch.tensor([rank + 1.0])
dist.all_reduce(total)
print(f"rank {rank}: sum {total.item()}")
# endregion

assert total.item() == 3  # 1 + 2
dist.destroy_process_group()
