"""The time of a small and of a large all-reduce give latency and bandwidth; the model then predicts a size between.

$ torchrun --nproc-per-node 2 snippets/collectives/two_timings_give_latency_and_bandwidth.py
"""
# /// script
# [tool.lockstep]
# exclusive = true
# volatile = ["µs|MB/s"]
# ///
import math
import statistics
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, N = dist.get_rank(), dist.get_world_size()


def timed(size):
    tensor, times = torch.ones(size // 4), []
    for _ in range(3 + 15):
        dist.barrier()
        start = time.perf_counter()
        dist.all_reduce(tensor)
        times.append(time.perf_counter() - start)
    return statistics.median(times[3:])


# region fit
small, between, large = 4, 4 << 20, 32 << 20  # bytes
steps, factor = 2 * (N - 1), 2 * (N - 1) / N
took = {size: timed(size) for size in (small, between, large)}
bandwidth = factor * (large - small) / (took[large] - took[small])  # key line, else: bandwidth = 1e9
latency = (took[small] - factor * small / bandwidth) / steps
model = {size: steps * latency + factor * size / bandwidth for size in took}
if rank == 0:
    print(f"a step {1e6 * latency:.0f} µs, a link {bandwidth / 1e6:.0f} MB/s")
    print(f"{between:,} B: model {1e6 * model[between]:.0f} µs, measured {1e6 * took[between]:.0f} µs")
# endregion

assert math.isclose(model[small], took[small], rel_tol=1e-6)
assert math.isclose(model[large], took[large], rel_tol=1e-6)  # two unknowns, two timings
dist.destroy_process_group()
