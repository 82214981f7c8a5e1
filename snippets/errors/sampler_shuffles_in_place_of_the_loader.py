"""With a sampler the loader must not shuffle; the sampler does, by epoch.

$ torchrun --nproc-per-node 2 snippets/errors/sampler_shuffles_in_place_of_the_loader.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
dataset = torch.arange(8)

# region train
sampler = DistributedSampler(dataset)
shuffle = sampler is None  # key line, else: shuffle = True -> ValueError: sampler option is mutually exclusive
loader = DataLoader(dataset, batch_size=2, shuffle=shuffle, sampler=sampler)
epochs = []
for epoch in range(2):
    sampler.set_epoch(epoch)
    epochs.append([batch.tolist() for batch in loader])
    print(f"rank {rank}: epoch {epoch}: {epochs[-1]}")
# endregion

for epoch in range(2):
    order = torch.randperm(8, generator=torch.Generator().manual_seed(0 + epoch))
    assert epochs[epoch] == order[rank::world_size].view(2, 2).tolist()
dist.destroy_process_group()
