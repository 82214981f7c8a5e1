"""A small all-reduce costs far more per byte than a large one: it pays for the call, not for the bytes.

$ torchrun --nproc-per-node 2 snippets/ddp/small_messages_pay_latency.py
"""
# /// script
# [tool.lockstep]
# volatile = [" ms, "]
# ///
import time

import torch
import torch.distributed as dist

torch.set_num_threads(1)
dist.init_process_group("gloo")
best = {}

# region sweep
sizes = [2**10, 2**16, 2**20, 2**24]  # key line, else: sizes = [2**10]
for size in sizes:
    tensor, times = torch.ones(size // 4), []
    for _ in range(10):
        dist.barrier()
        began = time.perf_counter()
        dist.all_reduce(tensor)
        times.append(time.perf_counter() - began)
    best[size] = min(times)
    if dist.get_rank() == 0:
        speed = size / best[size] / 1e9
        print(f"{size >> 10} KiB: {1e3 * best[size]:.2f} ms, {speed:.3f} GB/s")
# endregion

per_byte = [best[size] / size for size in sizes]
assert per_byte[0] > 10 * per_byte[-1]
dist.destroy_process_group()
