"""Simulation: BatchNorm remembers the shard of the first device alone.

$ python snippets/data-parallel/batchnorm_remembers_the_first_shard_alone.py
"""
import copy

import torch

norm = torch.nn.BatchNorm1d(1, affine=False, momentum=1.0)  # 1.0: keep only the newest mean
batch = torch.tensor([[0.0], [2.0], [10.0], [12.0]])

# region norm
# the first replica shares the buffers of the module
replicas = [norm, copy.deepcopy(norm)]  # key line, else: replicas = [norm, norm]
for replica, shard in zip(replicas, batch.chunk(2), strict=True):
    replica(shard)
print("mean of the batch:", batch.mean().item())
print("running mean of the module:", norm.running_mean.item())
# endregion

assert norm.running_mean.item() == (0 + 2) / 2
assert norm.num_batches_tracked.item() == 1
