import sys
import time
from datetime import timedelta

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
dist.all_reduce(torch.ones(4))
if rank == 2:
    time.sleep(12)
    sys.exit(0)
dist.monitored_barrier(timeout=timedelta(seconds=3))
