import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

while rank == 1:
    time.sleep(1)
dist.broadcast(torch.ones(4), src=1)
