"""A OneCycleLR made for N // (b W) steps raises on the last step of an epoch that has one more.

$ python snippets/batch-size/scheduler_made_for_too_few_steps_raises.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Tried to step 8 times. The specified number of total steps is 7"
# asserts = ['raises("ValueError: Tried to step 8 times", at="scheduler.step()")']
# ///
import torch
from torch.utils.data import DataLoader, DistributedSampler

dataset = torch.arange(1000)
sampler = DistributedSampler(dataset, num_replicas=4, rank=0)  # rank 0 of 4, without starting the others
loader = DataLoader(dataset, batch_size=32, sampler=sampler)
optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1)

# region train
total_steps = len(dataset) // (32 * 4)  # 7, rounded down  # key line, else: total_steps = len(loader)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.1, total_steps=total_steps)
for batch in loader:
    optimizer.step()
    scheduler.step()
# endregion
