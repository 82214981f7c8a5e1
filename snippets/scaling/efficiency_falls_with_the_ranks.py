"""Simulation: with sleep as the device and a real all-reduce, efficiency falls as ranks share one batch.

$ torchrun --nproc-per-node 4 snippets/scaling/efficiency_falls_with_the_ranks.py
"""
# /// script
# [tool.lockstep]
# volatile = ["ms a step"]
# ///
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
groups = {ranks: dist.new_group(range(ranks)) for ranks in (1, 2, 4)}  # every rank makes every group
gradients = torch.ones(8 << 20)  # 32 MiB
best = {}

# region curve
for ranks, group in groups.items():
    for _ in range(3):
        dist.barrier()
        start = time.perf_counter()
        if rank < ranks:
            time.sleep(0.4 / ranks)  # the device computes its share of the batch
            dist.all_reduce(gradients, group=group)  # key line
        best[ranks] = min(best.get(ranks, 9), time.perf_counter() - start)
    efficiency = best[1] / best[ranks] / ranks
    if rank == 0:
        step = 1000 * best[ranks]
        print(f"N = {ranks}: {step:.0f} ms a step, efficiency {efficiency:.0%}")
# endregion

if rank == 0:
    at_two, at_four = best[1] / best[2] / 2, best[1] / best[4] / 4
    assert 0.99 > at_two > at_four and at_four < 0.9

grown = {}
for ranks in (1, 4):
    seconds = {}
    for values in (1 << 18, 8 << 20):  # 1 MiB, then 32 MiB
        for _ in range(3):
            dist.barrier()
            start = time.perf_counter()
            if rank < ranks:
                dist.all_reduce(gradients[:values], group=groups[ranks])
            seconds[values] = min(seconds.get(values, 9), time.perf_counter() - start)
    grown[ranks] = seconds[8 << 20] - seconds[1 << 18]
assert rank > 0 or grown[4] > 4 * abs(grown[1])  # shows: 4-get-slower-1-stays
assert rank > 0 or grown[1] < 0.01  # seconds  # refutes: both-get-slower
assert rank > 0 or grown[4] > 0.005  # seconds  # refutes: both-stay
assert rank > 0 or grown[1] < grown[4] / 4  # refutes: 1-gets-slower
dist.destroy_process_group()
