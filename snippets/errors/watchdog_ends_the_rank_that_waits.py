"""Rank 0 calls an all_reduce that rank 1 never reaches; after the timeout the watchdog of NCCL ends rank 0.

$ torchrun --nproc-per-node 2 snippets/errors/watchdog_ends_the_rank_that_waits.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# cpu = false
# expect = "SIGABRT"
# asserts = [
#   'raises("SIGABRT", rank=0) and complains("Watchdog caught collective operation timeout", rank=0) and first() == 0',
#   'not says("loss") and not raises("SIGABRT", rank=1) and raises("SIGABRT", rank=0)',
# ]
# timeout = 120
# ///
import os
import time
from datetime import timedelta

import torch
import torch.distributed as dist

torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl", timeout=timedelta(seconds=10))  # the default is 10 minutes
rank = dist.get_rank()
loss = torch.tensor(rank + 1.0, device="cuda")
dist.all_reduce(loss)  # the connection stands

# region log
if rank == 0:  # only rank 0 writes the log
    dist.all_reduce(loss)  # key line
    print(f"loss {loss.item() / 2}", flush=True)
else:
    time.sleep(60)  # rank 1 goes on: the next step, a checkpoint
# endregion

dist.destroy_process_group()
