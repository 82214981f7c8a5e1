"""A rank that dies closes its connections: its peer fails at once, long before the timeout of 20 seconds.

$ torchrun --nproc-per-node 2 snippets/fault-tolerance/closed_connection_is_noticed_at_once.py
"""
import os
import time
from datetime import timedelta

import torch
import torch.distributed as dist

dist.init_process_group("gloo", timeout=timedelta(seconds=20))
rank = dist.get_rank()

# region wait
dist.all_reduce(torch.ones(1))
if rank == 1:
    os._exit(0)  # key line, else: time.sleep(5.5)
start, message = time.monotonic(), ""
try:
    dist.all_reduce(torch.ones(1))
except RuntimeError as error:
    message = str(error)
waited = time.monotonic() - start
print(f"failed: {message != ''}, before the timeout: {waited < 5}")
# endregion

assert "timed out" not in message.lower() and message  # shows: no-timeout-message
assert waited < 5  # shows: at-once
os._exit(0)  # a group with a dead member has nothing to say goodbye to
