"""Started as often as the world size says, the same script finds the others and goes on.

$ torchrun --nproc-per-node 2 snippets/errors/both_processes_come.py
"""
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
