"""Simulation: an all-reduce of 4 bytes takes 2 units on the rank that waits, and none after a barrier.

$ torchrun --nproc-per-node 2 snippets/scaling/waiting_looks_like_communication.py
"""
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, unit, took = dist.get_rank(), 1.0, {}  # seconds; sleep stands in for the GPU
gradient = torch.ones(1)

# region wait
for label in ("all-reduce", "all-reduce after a barrier"):
    dist.barrier()
    time.sleep((3 if rank == 1 else 1) * unit)  # rank 1 computes for 3 units
    if label != "all-reduce":
        dist.barrier()  # key line
    start = time.perf_counter()
    dist.all_reduce(gradient)
    took[label] = round((time.perf_counter() - start) / unit)
    if rank == 0:
        print(f"{label} on rank 0: {took[label]} units")
# endregion

assert rank == 1 or list(took.values()) == [2, 0]  # shows: barrier-apart
assert rank == 1 or took["all-reduce"] == 2  # 4 bytes need no such time  # shows: early-wait-inside
assert rank == 0 or took["all-reduce"] == 0  # rank 1 computes for 3 units  # shows: short-all-reduce-slow
dist.destroy_process_group()
