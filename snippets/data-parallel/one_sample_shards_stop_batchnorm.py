"""Simulation: BatchNorm1d in training refuses one sample with one value per feature, so some batch sizes fail.

$ python snippets/data-parallel/one_sample_shards_stop_batchnorm.py
"""
import torch

norm = torch.nn.BatchNorm1d(2)
stopped = []

# region sizes
norm.train()  # key line, else: norm.eval()
for samples in range(4, 10):
    shards = torch.randn(samples, 2).chunk(4)  # four devices
    sizes = [len(shard) for shard in shards]
    try:
        for shard in shards:
            norm(shard)
        print(f"{samples} samples: {sizes}")
    except ValueError as error:
        print(f"{samples} samples: {sizes}, {str(error)[:27]}")
        stopped.append(samples)
# endregion

assert stopped == [4, 5, 7]
