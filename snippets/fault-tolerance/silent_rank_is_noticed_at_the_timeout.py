"""A rank that is alive and does not come is noticed only when the timeout is over.

$ torchrun --nproc-per-node 2 snippets/fault-tolerance/silent_rank_is_noticed_at_the_timeout.py
"""
import os
import time
from datetime import timedelta

import torch
import torch.distributed as dist

dist.init_process_group("gloo", timeout=timedelta(seconds=5))
rank, store = dist.get_rank(), dist.distributed_c10d._get_default_store()

# region wait
dist.all_reduce(torch.ones(1))
if rank == 1:
    store.wait(["end"], timedelta(seconds=30))  # key line, else: os._exit(0)
    os._exit(0)
start, message = time.monotonic(), ""
try:
    dist.all_reduce(torch.ones(1))
except RuntimeError as error:
    message = str(error)
waited = time.monotonic() - start
print(f"failed: {message != ''}, after the timeout: {waited >= 5}")
# endregion

store.set("end", "")
assert "timed out" in message.lower()  # shows: timeout-message
assert waited >= 5  # shows: after-the-timeout
assert not waited < 4  # refutes: at-once
os._exit(0)
