"""A loader with batch size 32 on each of 4 ranks makes a step of 128 different samples.

$ torchrun --nproc-per-node 4 snippets/batch-size/loader_batch_is_per_process.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region step
dataset = torch.arange(1000)  # sample i is the number i
sampler = DistributedSampler(dataset)  # key line, else: sampler = None
loader = DataLoader(dataset, batch_size=32, sampler=sampler)
batch = next(iter(loader))  # (32,)

batches = [torch.empty_like(batch) for _ in range(world_size)]
dist.all_gather(batches, batch)
in_one_step = set(torch.cat(batches).tolist())
print(f"rank {rank}: {len(batch)} samples of mine, {len(in_one_step)} different ones in this step")
# endregion

assert len(batch) == 32
assert len(in_one_step) == 32 * world_size
dist.destroy_process_group()
