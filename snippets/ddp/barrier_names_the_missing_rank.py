"""A monitored barrier names the rank that does not come.

$ torchrun --nproc-per-node 4 snippets/ddp/barrier_names_the_missing_rank.py
"""
# /// script
# [tool.lockstep]
# timeout = 30
# ///
import time
from datetime import timedelta

import torch.distributed as dist

dist.init_process_group("gloo")
rank, message = dist.get_rank(), ""

# region barrier
group = dist.new_group(backend="gloo")  # NCCL has no monitored barrier
if rank != 2:  # rank 2 is elsewhere: evaluating, saving, or out of batches
    try:
        dist.monitored_barrier(group, timedelta(seconds=6))  # key line
    except RuntimeError as error:
        message = str(error).splitlines()[0]
if rank == 0:
    print(message)
# endregion
if rank == 2:
    time.sleep(8)

assert rank or "Rank 2 failed to pass monitoredBarrier" in message
dist.destroy_process_group()
