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
unit = 1.0  # seconds; sleep stands in for the GPU
start = time.perf_counter()
time.sleep(3 * unit if rank == 2 else unit)
busy = time.perf_counter() - start
dist.all_reduce(gradient)  # key line
step = time.perf_counter() - start
busy, took = busy / unit, step / unit
print(f"rank {rank}: computed for {busy:.0f} units, step took {took:.0f}")
# endregion

assert round(step / unit) == 3  # the maximum of 1, 1, 3, 1  # refutes: step-with-all-reduce
assert round(busy) == (3 if rank == 2 else 1)  # shows: compute-before-all-reduce
ranks = torch.zeros(4, 3, dtype=torch.float64)
ranks[rank] = torch.tensor([start, step, took - busy], dtype=torch.float64)
dist.all_reduce(ranks)  # one row from each rank
starts, steps, waits = ranks.T
assert starts.max() - starts.min() < unit  # refutes: moment-starts
assert steps.max() - steps.mean() < unit  # refutes: mean-maximum
assert round(float(steps.min()) / unit) == 3 and max(63 * [1.0] + [1.2]) == 1.2  # shows: 20-all-take-long
assert waits.argmin() == 2  # the slow rank waits least  # refutes: all-reduce-longest
dist.destroy_process_group()
