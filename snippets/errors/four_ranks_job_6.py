"""Ranks that wait time out with an error; the rank that is late prints none.

$ torchrun --nproc-per-node 4 snippets/errors/four_ranks_job_6.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Timed out waiting"
# asserts = [
#   'raises("RuntimeError: Timed out waiting", rank=0) and first() == 0 and not complains("Traceback", rank=2)',
#   'raises("RuntimeError: Timed out waiting", rank=1) and raises("RuntimeError: Timed out waiting", rank=3)',
# ]
# volatile = ["Timed out waiting"]
# timeout = 150
# log = true
# ///
import time
from datetime import timedelta

import torch
import torch.distributed as dist
from _order import ends_first

dist.init_process_group("gloo", timeout=timedelta(seconds=20))
rank, world_size = dist.get_rank(), dist.get_world_size()
ends_first(0, after=[1, 3])  # so that each of them has printed its traceback

words = [100, 6_000, 300, 7_000]
words[2] = 300_000  # key line

# region train
dist.barrier()
print(f"rank {rank}: counting words")
time.sleep(words[rank] / 1000)  # a thousand words a second
count = torch.tensor([words[rank]])
dist.all_reduce(count)
# endregion

dist.destroy_process_group()
