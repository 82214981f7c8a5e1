import sys
import time
from datetime import timedelta

import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
pair = dist.new_group([1, 3])
if rank == 1:
    dist.monitored_barrier(group=pair, timeout=timedelta(seconds=3))
time.sleep(9)
sys.exit(0)
