"""A product of two n x n matrices is 2 n³ FLOPs, as counted; over the median of its times that is a rate.

$ python snippets/bench/a_product_is_two_n_cubed_flops.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# exclusive = true
# volatile = ["TFLOP/s"]
# ///
import statistics
import time

import torch
from torch.utils.flop_counter import FlopCounterMode

cuda = torch.cuda.is_available()
sizes = (1024, 2048, 4096, 8192, 16384) if cuda else (32, 64, 128, 256, 512)  # a CPU without bf16 takes 2 s for 1024
device, counted = "cuda" if cuda else "cpu", []

# region rate
for n in sizes:
    a, b = (torch.randn(n, n, device=device, dtype=torch.bfloat16) for _ in range(2))
    times = []
    for _ in range(3 + 20):
        start = time.perf_counter()
        a @ b
        if cuda:
            torch.cuda.synchronize()  # the call returns before the GPU is done
        times.append(time.perf_counter() - start)
    quarters = statistics.quantiles(times[3:])  # the first three warm up
    low, median, high = (2 * n**3 / t / 1e12 for t in reversed(quarters))
    print(f"n {n}: bf16 {median:.3g} ({low:.3g} to {high:.3g}) TFLOP/s")
    with FlopCounterMode(display=False) as counter:
        a @ b  # key line
    counted.append(counter.get_total_flops())
# endregion

assert counted == [2 * n**3 for n in sizes]
