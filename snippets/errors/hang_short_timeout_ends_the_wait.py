"""A short timeout turns the hang into an error on the rank that waits; the rank it waits for says nothing.

$ torchrun --nproc-per-node 2 snippets/errors/hang_short_timeout_ends_the_wait.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Timed out waiting"
# asserts = [
#   '''(raises("RuntimeError: Timed out waiting", rank=0, at="dist.all_reduce(loss)")
#      and not complains("Traceback", rank=1))''',
# ]
# volatile = ["Timed out waiting"]
# timeout = 60
# ///
import time
from datetime import timedelta

import torch
import torch.distributed as dist

# region timeout
dist.init_process_group("gloo", timeout=timedelta(seconds=8))  # key line, else: dist.init_process_group("gloo") -> hang
rank = dist.get_rank()
print(f"rank {rank}: training")
if rank == 1:
    time.sleep(60)  # it writes to a network drive that does not answer
loss = torch.tensor(rank + 1.0)
dist.all_reduce(loss)
# endregion

dist.destroy_process_group()
