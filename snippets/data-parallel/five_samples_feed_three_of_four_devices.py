"""Simulation: chunk, which scatter calls, cuts five samples for only three of four devices.

$ python snippets/data-parallel/five_samples_feed_three_of_four_devices.py
"""
import math

import torch

sizes = {}

# region chunk
for samples in (3, 4, 5, 6, 8, 9):
    shards = torch.arange(samples).chunk(4)  # key line, else: shards = [torch.arange(samples)]
    sizes[samples] = [len(shard) for shard in shards]
    print(f"{samples} samples on 4 devices: {sizes[samples]}")
# endregion

for samples, cut in sizes.items():  # each takes ceil(samples / 4) until none is left
    most = -(-samples // 4)
    assert cut == [min(most, samples - start) for start in range(0, samples, most)]
assert all(cut[0] == math.ceil(samples / 4) for samples, cut in sizes.items())  # shows: rounded-up
assert sizes[5] == [2, 2, 1]
