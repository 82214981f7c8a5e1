"""An all-reduce of 4 bytes and one of 4 KiB take about as long; from some size on the bytes decide.

$ torchrun --nproc-per-node 2 snippets/scaling/latency_then_bandwidth.py
"""
# /// script
# [tool.lockstep]
# volatile = ["ms"]
# ///
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, took = dist.get_rank(), {}

# region sizes
for size in (4, 4 << 10, 4 << 20, 32 << 20):  # bytes
    gradients, times = torch.ones(size // 4), []
    for _ in range(10):
        dist.barrier()
        start = time.perf_counter()
        dist.all_reduce(gradients)  # key line
        times.append(time.perf_counter() - start)
    took[size] = min(times)  # what else runs here only adds
    if rank == 0:
        print(f"{size:>10,} bytes: {1000 * took[size]:.2g} ms")
# endregion

assert rank == 1 or took[4 << 10] < 10 * took[4]  # 1,024 times the bytes
assert rank == 1 or took[32 << 20] > 10 * took[4 << 10]  # 8,192 times the bytes
dist.destroy_process_group()
