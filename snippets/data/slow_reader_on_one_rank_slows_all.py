"""Rank 1 reads slowly: it waits for data, and rank 0 waits for rank 1 in the all-reduce.

$ torchrun --nproc-per-node 2 snippets/data/slow_reader_on_one_rank_slows_all.py
"""
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
gradient = torch.ones(1)


# region times
def read():
    time.sleep([0.0, 0.1][rank])  # a slow disk, or more workers than cores


times = {"data": 0.0, "all-reduce": 0.0}
for step in range(5):
    for name, work in {"data": read, "all-reduce": lambda: dist.all_reduce(gradient)}.items():
        start = time.perf_counter()
        work()
        times[name] += time.perf_counter() - start
slowest = max(times, key=times.get)  # key line, else: slowest = "all-reduce"
print(f"rank {rank}: most time in {slowest}")
# endregion

assert slowest == ["all-reduce", "data"][rank]
assert rank == 0 or times["data"] > 0.4  # shows: reading-rank-1
assert rank == 0 or times["all-reduce"] < times["data"]  # refutes: all-reduce-slow
assert rank == 1 or times["data"] < times["all-reduce"]  # refutes: rank-0-holds
dist.destroy_process_group()
