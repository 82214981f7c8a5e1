"""Rank 0 prepares the data for longer than the timeout: the rank that waits for it fails, and rank 0 says nothing.

$ torchrun --nproc-per-node 2 snippets/errors/rank_0_prepares_longer_than_the_timeout.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Timed out waiting"
# asserts = [
#   'raises("RuntimeError: Timed out waiting", rank=1, at="dist.barrier()") and not complains("Traceback", rank=0)',
# ]
# volatile = ["Timed out waiting"]
# timeout = 30
# ///
import time
from datetime import timedelta

import torch.distributed as dist

# region prepare
limit = timedelta(seconds=3)  # the default of gloo is 30 minutes
dist.init_process_group("gloo", timeout=limit)
rank, start = dist.get_rank(), time.monotonic()
if rank == 0:
    print("rank 0: prepares the data", flush=True)
    time.sleep(8)  # key line
dist.barrier()
print(f"rank {rank}: trains")
# endregion

dist.destroy_process_group()
