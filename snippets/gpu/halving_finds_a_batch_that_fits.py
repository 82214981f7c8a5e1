"""Halving the batch after each out-of-memory error, with the cache emptied, finds one that fits into 1 GiB.

$ python snippets/gpu/halving_finds_a_batch_that_fits.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import contextlib

import torch

total = torch.cuda.get_device_properties(0).total_memory
torch.cuda.set_per_process_memory_fraction(2**30 / total)  # key line


def step(batch):  # 256 KiB for each sample and layer
    hidden = torch.ones(batch, 2**16, device="cuda", requires_grad=True)
    for _ in range(8):
        hidden = hidden.tanh()
    hidden.sum().backward()


# region halve
for batch in (2048, 1024, 512, 256, 128):
    with contextlib.suppress(torch.OutOfMemoryError):
        step(batch)
        print(f"batch {batch} fits")
        break
    print(f"batch {batch} does not fit")
    torch.cuda.empty_cache()  # key line
# endregion

assert batch == 256  # 9 tensors of 64 MiB, and what backward makes
