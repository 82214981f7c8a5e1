"""Simulation: a copy that is queued reads its buffer when its turn comes, so batch 2 arrives in place of batch 1.

$ python snippets/gpu/buffer_is_filled_again_before_its_copy.py
"""
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import torch

buffer, target, busy = torch.zeros(1024), torch.zeros(1024), Event()

# region copy
with ThreadPoolExecutor(1) as stream:  # one thread stands in for a stream of the GPU
    stream.submit(busy.wait)  # work that was queued before
    buffer.fill_(1.0)  # batch 1
    copy = stream.submit(target.copy_, buffer)
    buffer.fill_(2.0)  # key line, else: buffer = torch.full((1024,), 2.0)
    copied = copy.done()
    busy.set()
print("arrived:", target.unique().tolist())
# endregion

assert not copied  # refutes: loader-waits
assert target.eq(2.0).all()  # shows: 2-overwrites
assert not target.eq(1.0).any()  # refutes: nothing-1-locked
assert target.eq(buffer).all()  # refutes: lost-2
