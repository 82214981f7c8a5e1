"""sampler.set_epoch before each epoch gives each epoch its own order, shared by all ranks.

$ torchrun --nproc-per-node 2 snippets/errors/set_epoch_gives_each_epoch_its_own_order.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "loader = DataLoader(dataset, batch_size=2, shuffle=True)"
# stays = "This is the line as it was on one GPU. Two lines below, the loader with a sampler takes its place."
# ///
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
dataset = torch.arange(8)

# region train
loader = DataLoader(dataset, batch_size=2, shuffle=True)  # as on one GPU
sampler = DistributedSampler(dataset)
loader = DataLoader(dataset, batch_size=2, sampler=sampler)
epochs = []
for epoch in range(3):
    sampler.set_epoch(epoch)  # key line
    epochs.append([batch.tolist() for batch in loader])
    print(f"rank {rank}: epoch {epoch}: {epochs[-1]}")
# endregion

for epoch in range(3):
    order = torch.randperm(8, generator=torch.Generator().manual_seed(0 + epoch))
    assert epochs[epoch] == order[rank::world_size].view(2, 2).tolist()
assert epochs[0] != epochs[1] != epochs[2] != epochs[0]
dist.destroy_process_group()
