"""A save copies and writes 12 bytes a parameter: the weight in fp32 and the two moments of AdamW.

$ python snippets/bench/copied_state_is_twelve_bytes_a_parameter.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# exclusive = true
# volatile = ["GB/s"]
# ///
import os
import statistics
import time

import torch

cuda, per_parameter = torch.cuda.is_available(), []
device = "cuda" if cuda else "cpu"

# region save
for width in (1024, 2048, 4096) if cuda else (256, 512, 1024):
    model = torch.nn.Linear(width, width, bias=False, device=device)
    optimizer = torch.optim.AdamW(model.parameters())
    model(torch.ones(1, width, device=device)).sum().backward()
    optimizer.step()  # key line
    state = [model.weight.detach()]
    state += [t for of in optimizer.state.values() for t in of.values() if t.dim()]
    copied, written = [], []
    for _ in range(2 + 9):
        start = time.perf_counter()
        copies = [t.to("cpu", copy=True) for t in state]
        copied.append(time.perf_counter() - start)  # such a copy waits for the GPU
        with open("checkpoint.pt", "wb") as file:
            torch.save(copies, file)
            file.flush()
            os.fsync(file.fileno())  # until it is on the disk
        written.append(time.perf_counter() - start - copied[-1])
    size, said = sum(t.nbytes for t in copies), []
    for way, times in (("copy", copied), ("write", written)):
        quarters = statistics.quantiles(times[2:])  # the first two warm up
        low, median, high = (size / t / 1e9 for t in reversed(quarters))
        said.append(f"{way} {median:.3g} ({low:.3g} to {high:.3g})")
    print(f"{size / 1e6:.3g} MB: {', '.join(said)} GB/s")
    per_parameter.append(size / width**2)
# endregion

assert per_parameter == [12, 12, 12]
