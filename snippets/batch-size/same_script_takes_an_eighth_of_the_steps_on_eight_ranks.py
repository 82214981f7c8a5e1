"""The same script with batch 32 makes steps of 256 on eight ranks, and an eighth as many of them.

$ python snippets/batch-size/same_script_takes_an_eighth_of_the_steps_on_eight_ranks.py
"""
import torch
from torch.utils.data import DataLoader, DistributedSampler

dataset = torch.arange(51_200)
planned = len(DataLoader(dataset, batch_size=32))
found = {}

# region ranks
for world_size in (1, 2, 4, 8):
    sampler = DistributedSampler(dataset, world_size, rank=0)  # key line, else: sampler = None
    loader = DataLoader(dataset, batch_size=32, sampler=sampler)
    found[world_size] = (32 * world_size, len(loader))
    print(f"world size {world_size}: {32 * world_size} samples a step, {len(loader)} steps")
# endregion

assert planned == 1600
assert found[1][1] == 8 * found[8][1]  # shows: 8-times-fewer-steps
assert found[8][0] == 8 * found[1][0] and found[8][1] < found[1][1]  # shows: effective-batch-8-steps-shrunk
for world_size, (batch, steps) in found.items():
    assert steps == planned / world_size and batch * steps == len(dataset)
