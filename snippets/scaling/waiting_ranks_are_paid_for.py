"""Simulation: one of four ranks needs 3 units and the others 1, so 6 of 12 paid units are spent waiting.

$ torchrun --nproc-per-node 4 snippets/scaling/waiting_ranks_are_paid_for.py
"""
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, unit = dist.get_rank(), 1.0  # seconds; sleep stands in for the GPU
gradient = torch.ones(1)
dist.barrier()

# region paid
start = time.perf_counter()
for _ in range(3 if rank == 3 else 1):
    time.sleep(unit)
worked = time.perf_counter() - start
dist.all_reduce(gradient)  # key line
held = time.perf_counter() - start
units = (torch.tensor([held, worked]) / unit).round()
dist.all_reduce(units)  # over all ranks
paid, worked = units.int().tolist()
if rank == 0:
    print(f"paid for {paid} units, worked {worked}, waited {paid - worked}")
# endregion

assert (paid, worked) == (12, 6)
dist.destroy_process_group()
