"""Simulation: one rank computes 3 times as long, and every rank takes 3 times as long.

$ torchrun --nproc-per-node 4 snippets/scaling/step_takes_as_long_as_the_slowest_rank.py
"""
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
gradient = torch.ones(1)
dist.barrier()

# region straggler
unit = 0.4  # seconds; sleep stands in for the GPU
start = time.perf_counter()
time.sleep(3 * unit if rank == 2 else unit)
busy = time.perf_counter() - start
dist.all_reduce(gradient)  # key line
step = time.perf_counter() - start
busy, took = busy / unit, step / unit
print(f"rank {rank}: computed for {busy:.0f} units, step took {took:.0f}")
# endregion

assert round(step / unit) == 3  # the maximum of 1, 1, 3, 1
dist.destroy_process_group()
