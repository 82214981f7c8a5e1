"""The first rank to notice closes its group, so that all notice; an exception that is kept would hold it open.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/connections_close_once_the_exception_is_gone.py
"""
import os
import time
from datetime import timedelta

import torch
import torch.distributed as dist

dist.init_process_group("gloo", timeout=timedelta(seconds=4))
rank, store = dist.get_rank(), dist.distributed_c10d._get_default_store()
dist.all_reduce(torch.ones(1))
if rank == 3:
    os._exit(0)
start = time.monotonic()

# region notice
try:
    dist.all_reduce(torch.ones(1))
except RuntimeError as error:
    failure = str(error)  # key line, else: failure = error
waited = time.monotonic() - start
dist.destroy_process_group()
print(f"rank {rank}: noticed before the timeout: {waited < 3}", flush=True)
# endregion

store.add("noticed", 1)
while int(store.add("noticed", 0)) < 3:  # the process itself stays: its end would close everything
    time.sleep(0.05)
assert waited < 3  # shows: before-the-timeout
