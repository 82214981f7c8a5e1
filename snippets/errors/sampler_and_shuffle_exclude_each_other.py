"""A DataLoader with a sampler and shuffle=True is refused.

$ torchrun --nproc-per-node 2 snippets/errors/sampler_and_shuffle_exclude_each_other.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: sampler option is mutually exclusive with shuffle"
# asserts = [
#   'raises("ValueError: sampler option is mutually exclusive with shuffle", at="shuffle=True, sampler=sampler")',
# ]
# ///
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
dataset = torch.arange(8)

# region train
sampler = DistributedSampler(dataset)  # key line, else: sampler = None
loader = DataLoader(dataset, batch_size=2, shuffle=True, sampler=sampler)
epochs = []
for epoch in range(2):
    epochs.append([batch.tolist() for batch in loader])
    print(f"rank {rank}: epoch {epoch}: {epochs[-1]}")
# endregion

dist.destroy_process_group()
