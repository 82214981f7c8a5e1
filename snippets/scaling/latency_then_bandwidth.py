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
    took[size] = times
    if rank == 0:  # the least: what else runs here only adds
        print(f"{size:>10,} bytes: {1000 * min(times):.2g} ms")
# endregion

pairs = zip(took[4], took[4 << 10])  # 1,024 times the bytes
assert rank == 1 or any(more < 10 * few for few, more in pairs)
assert rank == 1 or min(took[32 << 20]) > 10 * min(took[4 << 10])  # 8,192 times the bytes
dist.destroy_process_group()
