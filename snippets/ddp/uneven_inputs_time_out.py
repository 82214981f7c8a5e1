"""A rank with one batch more waits for the others in backward until the timeout.

$ torchrun --nproc-per-node 2 snippets/ddp/uneven_inputs_time_out.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Timed out waiting"
# asserts = [
#   '''(raises("RuntimeError: Timed out waiting", rank=0, at=".backward()")
#      and not raises("RuntimeError: Timed out", rank=1))''',
#   'says("rank 0: batch 3 of 3") and count("rank 1: batch") == 2 and first() == 0',
# ]
# volatile = ["Timed out waiting"]
# timeout = 30
# ///
import time
from datetime import timedelta

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo", timeout=timedelta(seconds=5))  # the default is 30 minutes
rank = dist.get_rank()

# region uneven
batches = [torch.ones(1, 1)] * (3 - rank)  # rank 0 has 3, rank 1 has 2
model = DistributedDataParallel(torch.nn.Linear(1, 1))
for number, batch in enumerate(batches, 1):
    print(f"rank {rank}: batch {number} of {len(batches)}", flush=True)
    model(batch).sum().backward()  # key line
if rank == 1:
    time.sleep(8)  # it goes on to something else: evaluation, a checkpoint
# endregion

dist.destroy_process_group()
