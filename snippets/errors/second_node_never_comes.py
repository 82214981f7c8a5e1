"""Rank 0 waits for as many processes as it was told of, and gives up when one does not come.

$ RANK=0 WORLD_SIZE=2 MASTER_ADDR=localhost MASTER_PORT=0 python snippets/errors/second_node_never_comes.py
"""
# /// script
# [tool.lockstep]
# expect = "DistStoreError: Timed out after 6 seconds waiting for clients. 1/2 clients joined."
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
