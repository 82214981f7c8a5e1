"""A rank that cannot turn MASTER_ADDR into an address keeps trying until its timeout.

$ RANK=1 WORLD_SIZE=2 MASTER_ADDR=node7.invalid MASTER_PORT=9 \
    python snippets/errors/name_of_the_first_node_is_unknown.py
"""
# /// script
# [tool.lockstep]
# expect = "DistNetworkError: The client socket has timed out after 2000ms while trying to connect to"
# asserts = ['complains("network addresses of (node7.invalid, 9) cannot be retrieved (gai error:")']
# ///
from datetime import timedelta

import torch
import torch.distributed as dist

# region train
dist.init_process_group("gloo", timeout=timedelta(seconds=2))  # key line, else: dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
rank = dist.get_rank()
total = torch.tensor([rank + 1.0])
dist.all_reduce(total)
print(f"rank {rank}: sum {total.item()}")
# endregion

assert total.item() == 3  # 1 + 2
dist.destroy_process_group()
