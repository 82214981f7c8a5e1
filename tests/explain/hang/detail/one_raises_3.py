from datetime import timedelta

import torch
import torch.distributed as dist

dist.init_process_group("gloo", timeout=timedelta(seconds=6))
rank = dist.get_rank()
dist.all_reduce(torch.ones(4))
if rank == 1:
    raise ValueError("a sample has 3 columns, not 4")
dist.all_reduce(torch.ones(4))
