"""torch.compile makes one graph of the step; it changes the time and not the result.

$ python snippets/bench/compiling_changes_the_time_not_the_result.py
"""
# /// script
# [tool.lockstep]
# cpu = false
# gpus = 1
# exclusive = true
# volatile = [" ms"]
# ///
import statistics
import time

import torch
from torch._dynamo.utils import counters

torch.manual_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"
inputs = torch.randn(4096, 4096, device=device, dtype=torch.bfloat16)

def norm_and_gate(x):  # a few operations that each read and write all of x
    x = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6)
    return x * torch.sigmoid(1.7 * x) + x

# region both
results = []
for way in ("eager", "compiled"):
    run, times = norm_and_gate, []
    if way == "compiled":
        run = torch.compile(norm_and_gate)  # key line
    for _ in range(4 + 20):
        start = time.perf_counter()
        result = run(inputs)
        if device == "cuda":
            torch.cuda.synchronize()  # the call returns before the GPU is done
        times.append(1000 * (time.perf_counter() - start))
    low, median, high = statistics.quantiles(times[4:])  # the first compiles
    spread = f"({low:.3g} to {high:.3g})"
    print(f"{way}: call {median:.3g} {spread} ms, first {times[0]:.4g} ms")
    results.append(result)
# endregion

assert counters["stats"]["unique_graphs"] == 1
torch.testing.assert_close(*results)
