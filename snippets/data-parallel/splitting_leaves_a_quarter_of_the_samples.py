"""Splitting every batch leaves each of four devices a quarter of the samples of an epoch.

$ python snippets/data-parallel/splitting_leaves_a_quarter_of_the_samples.py
"""
import torch

samples, batch = 1_281_167, 256  # the training images of ImageNet

# region epoch
alone, shared = [0, 0, 0, 0], [0, 0, 0, 0]
for first in range(0, samples, batch):
    indices = torch.arange(first, min(first + batch, samples))
    alone[0] += len(indices)
    for device, shard in enumerate(indices.chunk(4)):
        shared[device] += len(shard)  # key line
print("one device works:", *(f"{n:,}" for n in alone))
print("all four work:   ", *(f"{n:,}" for n in shared))
# endregion

steps = -(-samples // batch)
last = samples - (steps - 1) * batch
most = -(-last // 4)
shard = len(torch.arange(batch).chunk(4)[0])
assert (steps, shard) == (5005, 64)
assert shard == batch / 4  # shows: quarter-samples
assert alone == [samples, 0, 0, 0]
assert shared == [(steps - 1) * 64 + min(most, last - most * device) for device in range(4)]
