"""A warm-up of 100 steps is one epoch of seven on one rank; on eight ranks the training ends before the warm-up does.

$ python snippets/batch-size/warm_up_counted_in_steps_outlasts_the_training.py
"""
import torch
from torch.utils.data import DataLoader, DistributedSampler

dataset = torch.arange(3200)
reached = {}

# region warm-up
for world_size in (1, 8):
    sampler = DistributedSampler(dataset, world_size, rank=0)  # key line, else: sampler = None
    loader = DataLoader(dataset, batch_size=32, sampler=sampler)
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.4)
    warm_up = torch.optim.lr_scheduler.LinearLR(optimizer, 0.01, 1.0, total_iters=100)
    rates = []
    for epoch in range(7):
        for batch in loader:
            optimizer.step()
            warm_up.step()
            rates.append(warm_up.get_last_lr()[0])
    reached[world_size] = rates
    high = sum(rate > 0.399 for rate in rates)
    print(f"world size {world_size}: {len(rates)} steps, {high} of them at the full rate")
# endregion

assert len(reached[1]) == 700 and sum(rate > 0.399 for rate in reached[1]) == 601
assert len(reached[8]) == 91 and max(reached[8]) < 0.4  # shows: warm-made-more-steps
