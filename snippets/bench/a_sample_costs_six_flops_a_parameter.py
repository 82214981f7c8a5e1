"""A sample costs 6 FLOPs a parameter in any batch; only the time for them depends on the batch.

$ python snippets/bench/a_sample_costs_six_flops_a_parameter.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# exclusive = true
# volatile = ["samples/s"]
# ///
import statistics
import time

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

cuda = torch.cuda.is_available()
options = {"device": "cuda", "dtype": torch.bfloat16} if cuda else {}
width = 4096 if cuda else 256
batches = (1, 16, 256, 4096, 16384) if cuda else (1, 4, 16, 64, 256)
layers = [nn.Linear(width, width, bias=False, **options) for _ in range(8)]
model = nn.Sequential(*layers)
parameters = sum(p.numel() for p in model.parameters())
flops = []

# region sweep
for batch in batches:
    inputs = torch.randn(batch, width, **options, requires_grad=True)
    times = []
    for _ in range(3 + 15):
        start = time.perf_counter()
        model(inputs).sum().backward()
        if cuda:
            torch.cuda.synchronize()  # the call returns before the GPU is done
        times.append(time.perf_counter() - start)
    quarters = statistics.quantiles(times[3:])  # the first three warm up
    low, median, high = (batch / t / 1000 for t in reversed(quarters))
    spread = f"({low:.3g} to {high:.3g})"
    print(f"batch {batch}: {median:.3g} {spread} thousand samples/s")
    with FlopCounterMode(display=False) as counter:
        model(inputs).sum().backward()  # key line
    flops.append(counter.get_total_flops() / batch)
# endregion

assert flops == [6 * parameters] * len(batches)
