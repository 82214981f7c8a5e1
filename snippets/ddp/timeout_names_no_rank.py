"""A rank waits in backward for one that stays away until the timeout, and its error does not say for which.

$ torchrun --nproc-per-node 2 snippets/ddp/timeout_names_no_rank.py
"""
# /// script
# [tool.lockstep]
# volatile = ["Timed out waiting"]
# timeout = 30
# ///
import time
from datetime import timedelta

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo", timeout=timedelta(seconds=6))
rank = dist.get_rank()
store = dist.distributed_c10d._get_default_store()
steps, message = [], ""

# region away
model = DistributedDataParallel(torch.nn.Linear(1, 1))
began = time.monotonic()
try:
    for number in range(2 - rank):  # rank 0 has two batches, rank 1 has one
        began = time.monotonic()
        model(torch.ones(1, 1)).sum().backward()  # key line, else: pass
        steps.append(number)
except RuntimeError as error:
    message = str(error)
    print(f"rank {rank}: {message.split('] ')[-1]}")
# endregion

waited = time.monotonic() - began
if rank == 1:  # away, and alive
    store.wait(["over"], timedelta(minutes=1))
else:
    store.set("over", "yes")
    assert steps == [0] and "Timed out waiting" in message  # shows: waits-timeout
    assert steps != [0, 1]  # refutes: averages-left
    assert len(steps) < 2  # refutes: goes-own
    assert waited > 5 and "rank 1" not in message  # refutes: once-names
dist.destroy_process_group()
