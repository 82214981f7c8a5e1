"""Simulation: three of four ranks report a step of 1 unit, because they read the clock before they wait for the fourth.

$ torchrun --nproc-per-node 4 snippets/scaling/clock_read_before_wait_hides_the_straggler.py
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
work = dist.all_reduce(gradient, async_op=True)
step = time.perf_counter() - start  # key line, else: work.wait(); step = time.perf_counter() - start
work.wait()
print(f"rank {rank}: step took {step / unit:.0f}")
# endregion

whole = time.perf_counter() - start
assert round(step / unit) == (3 if rank == 2 else 1)
assert rank == 2 or round((whole - step) / unit) == 2  # shows: clock-before-done
assert round(whole / unit) == 3  # what each rank spends before its next step  # refutes: wait-part-step
assert gradient.item() == 4  # the sum of all four ranks  # refutes: leaves-out-rank-2
clocks = torch.zeros(4, dtype=torch.float64)
clocks[rank] = start  # one clock for all processes of a host
dist.all_reduce(clocks)
assert clocks.max() - clocks.min() < unit  # far less than the 2 missing units  # refutes: start-clocks-different
dist.destroy_process_group()
