"""A OneCycleLR made for len(loader) steps is stepped to its end and no further.

$ python snippets/errors/scheduler_made_for_the_loader_takes_every_step.py
"""
import torch
from torch.utils.data import DataLoader, DistributedSampler

dataset = torch.arange(1000)
sampler = DistributedSampler(dataset, num_replicas=4, rank=0)  # rank 0 of 4, without starting the others
loader = DataLoader(dataset, batch_size=32, sampler=sampler)
optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1)

# region train
total_steps = len(loader)  # 8, rounded up  # key line, else: total_steps = len(dataset) // (32 * 4) -> ValueError: Tried to step 8 times
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.1, total_steps=total_steps)
for batch in loader:
    optimizer.step()
    scheduler.step()
print(f"{scheduler.last_epoch} steps of {total_steps}")
# endregion

assert scheduler.last_epoch == total_steps == 8 == -(-250 // 32)  # 250 samples on each rank, rounded up
