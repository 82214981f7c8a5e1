"""An all-reduce takes as long as on its slowest rank: after a maximum all ranks report the same.

$ torchrun --nproc-per-node 2 snippets/bench/all_reduce_takes_as_long_as_its_slowest_rank.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# exclusive = true
# volatile = ["GB/s"]
# ///
import os
import statistics
import time

import torch
import torch.distributed as dist

cuda = torch.cuda.is_available()
if cuda:
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl" if cuda else "gloo")
rank, N = dist.get_rank(), dist.get_world_size()
device, reported = "cuda" if cuda else "cpu", []
sizes = [1 << n for n in ((12, 17, 22, 26, 30) if cuda else (12, 15, 18, 21, 24))]

# region bandwidth
for size in sizes:
    gradients, times = torch.ones(size // 4, device=device), []
    for _ in range(3 + 15):
        dist.barrier()
        start = time.perf_counter()
        dist.all_reduce(gradients)
        if cuda:
            torch.cuda.synchronize()  # the call returns before the GPU is done
        times.append(time.perf_counter() - start)
    slowest = torch.tensor(times[3:], device=device)  # the first three warm up
    dist.all_reduce(slowest, op=dist.ReduceOp.MAX)  # key line
    quarters = statistics.quantiles(slowest.tolist())
    moved = 2 * (N - 1) / N * size
    low, median, high = (moved / t / 1e9 for t in reversed(quarters))
    if rank == 0:
        print(f"{size >> 10} KiB: bus {median:.3g} ({low:.3g} to {high:.3g}) GB/s")
    reported.append(median)
# endregion

everyone = [None] * N
dist.all_gather_object(everyone, reported)
assert everyone == [reported] * N
dist.destroy_process_group()
