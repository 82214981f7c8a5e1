"""The exchange waits for the rank with most rows: with half of all rows on one of four ranks, a step lasts twice the mean.

$ torchrun --nproc-per-node 4 snippets/experts/the_fullest_rank_sets_the_pace.py
"""
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
found, took = {}, {}
dist.barrier()  # the first call connects the ranks

# region pace
for name, rows in (("even", [4, 4, 4, 4]), ("uneven", [8, 4, 2, 2])):
    mine, began = torch.tensor(rows[rank]), time.monotonic()
    time.sleep(0.1 * rows[rank])  # stands for the work of the expert
    slowest = mine.clone()
    dist.all_reduce(slowest, dist.ReduceOp.MAX)  # key line, else: pass
    took[name] = time.monotonic() - began
    found[name] = int(slowest), int(slowest) / (sum(rows) / ranks)
    print(f"rank {rank}, {name}: {mine} rows, the step takes as long as {slowest}, {found[name][1]:g} times the mean")
# endregion

assert found["uneven"] == (8, 2.0) and took["uneven"] > 1.5 * took["even"]  # on each rank  # shows: twice-the-mean
assert found["even"] == (4, 1.0)  # shows: even-is-the-mean
dist.barrier()
dist.destroy_process_group()
