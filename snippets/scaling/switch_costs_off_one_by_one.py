"""Simulation: a constant batch shows what input costs, no_sync shows what waiting costs.

$ torchrun --nproc-per-node 2 snippets/scaling/switch_costs_off_one_by_one.py
"""
import contextlib
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
model = DistributedDataParallel(torch.nn.Linear(1, 1))
unit, steps = 1.0, []  # seconds; sleep stands in for input and GPU

# region switch
modes = {"as it is": (1, 1), "constant batch": (0, 1), "and no_sync": (0, 0)}
for label, (load, sync) in modes.items():
    dist.barrier()
    start = time.perf_counter()
    time.sleep(load * unit)  # the next batch is not ready
    time.sleep((1 + rank) * unit)  # rank 1 computes twice as long
    with contextlib.nullcontext() if sync else model.no_sync():  # key line
        model(torch.ones(1, 1)).sum().backward()
    steps.append(round((time.perf_counter() - start) / unit))
    print(f"rank {rank}: {label}, {steps[-1]} units a step")
# endregion

dist.barrier()  # else rank 0 could end the job before rank 1 has printed its last line
assert steps == ([3, 2, 1] if rank == 0 else [3, 2, 2])  # input 1, waiting for rank 1: 1, compute 1 or 2
dist.destroy_process_group()
