"""DistributedSampler shuffles, but without set_epoch it draws the same order in every epoch.

$ torchrun --nproc-per-node 2 snippets/errors/epochs_without_set_epoch_repeat_the_order.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
dataset = torch.arange(8)

# region train
sampler = DistributedSampler(dataset)
loader = DataLoader(dataset, batch_size=2, sampler=sampler)  # key line, else: loader = DataLoader(dataset, 2)
epochs = []
for epoch in range(3):
    epochs.append([batch.tolist() for batch in loader])
    print(f"rank {rank}: epoch {epoch}: {epochs[-1]}")
# endregion

order = torch.randperm(8, generator=torch.Generator().manual_seed(0))  # seed 0 + epoch 0
assert epochs == 3 * [order[rank::world_size].view(2, 2).tolist()]
dist.destroy_process_group()
