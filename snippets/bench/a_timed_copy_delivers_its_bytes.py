"""A copy is timed only if it happened: the target is zeroed before each and compared after the last.

$ python snippets/bench/a_timed_copy_delivers_its_bytes.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# exclusive = true
# volatile = ["GB/s"]
# ///
import statistics
import time

import torch

cuda, arrived = torch.cuda.is_available(), []
sizes = [1 << n for n in ((16, 20, 24, 28) if cuda else (16, 19, 22, 25))]

# region copies
for size in sizes:
    data = torch.randint(256, (size,), dtype=torch.uint8)
    ways = {"memory to memory": (data, torch.empty_like(data))}
    if cuda:
        pinned, on_gpu = data.pin_memory(), data.cuda()
        ways = {"pageable to GPU": (data, on_gpu), "pinned to GPU": (pinned, on_gpu)}
        ways["GPU to pinned"] = (on_gpu, pinned)
        ways["within GPU"] = (on_gpu, on_gpu.clone())
    said = []
    for way, (source, target) in ways.items():
        times = []
        for _ in range(3 + 15):
            target.zero_()
            if cuda:
                torch.cuda.synchronize()
            start = time.perf_counter()
            target.copy_(source, non_blocking=True)  # key line
            if cuda:
                torch.cuda.synchronize()  # the call returns before the GPU is done
            times.append(time.perf_counter() - start)
        quarters = statistics.quantiles(times[3:])  # the first three warm up
        low, median, high = (size / t / 1e9 for t in reversed(quarters))
        said.append(f"{way} {median:.3g} ({low:.3g} to {high:.3g})")
        arrived.append(torch.equal(source.cpu(), target.cpu()))
    print(f"{size >> 10} KiB: {', '.join(said)} GB/s")
# endregion

assert all(arrived)
