"""With a timeout longer than rank 0 prepares the data, the rank that waits for it goes on to train.

$ torchrun --nproc-per-node 2 snippets/errors/timeout_covers_what_rank_0_prepares.py
"""
# /// script
# [tool.lockstep]
# timeout = 30
# ///
import time
from datetime import timedelta

import torch.distributed as dist

# region prepare
limit = timedelta(minutes=1)  # the default of gloo is 30 minutes  # key line, else: limit = timedelta(seconds=3) -> RuntimeError: Timed out waiting 3000ms
dist.init_process_group("gloo", timeout=limit)
rank, start = dist.get_rank(), time.monotonic()
if rank == 0:
    print("rank 0: prepares the data", flush=True)
    time.sleep(8)
dist.barrier()
print(f"rank {rank}: trains")
# endregion

assert time.monotonic() - start > 3  # the first limit would have ended the wait
dist.destroy_process_group()
