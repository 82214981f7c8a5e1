"""A timer that stops before an asynchronous all-reduce is done measures its launch.

$ torchrun --nproc-per-node 2 snippets/scaling/timing_without_waiting_measures_the_launch.py
"""
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
gradient = torch.ones(1)
dist.barrier()
if rank == 1:
    time.sleep(1)  # rank 1 comes later, so the all-reduce takes a second

# region timing
start = time.perf_counter()
work = dist.all_reduce(gradient, async_op=True)  # returns at once, as on a GPU
wrong = time.perf_counter() - start
work.wait()  # key line
right = time.perf_counter() - start
if rank == 0:
    print(f"without waiting {wrong:.0f} s, after waiting {right:.0f} s")
# endregion

assert rank == 1 or (wrong < 0.5 < right)
work.wait()
dist.destroy_process_group()
