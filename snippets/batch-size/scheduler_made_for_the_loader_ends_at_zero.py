"""A schedule made for len(loader) steps reaches its end; one made without the world size stays high.

$ python snippets/batch-size/scheduler_made_for_the_loader_ends_at_zero.py
"""
from math import ceil

import torch
from torch.utils.data import DataLoader, DistributedSampler

dataset = torch.arange(1000)
sampler = DistributedSampler(dataset, num_replicas=4, rank=0)  # rank 0 of 4, without starting the others
loader = DataLoader(dataset, batch_size=32, sampler=sampler)

# region train
last_rate = []
for fixed in (False, True):
    total_steps = len(dataset) // 32  # forgets the world size
    if fixed:
        total_steps = len(loader)  # key line
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1)
    scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, total_iters=total_steps)
    for batch in loader:
        optimizer.step()
        scheduler.step()
    last_rate.append(scheduler.get_last_lr()[0])
    print(f"made for {total_steps} steps: after the epoch the rate is {last_rate[-1]:.4g}")
# endregion

assert abs(last_rate[0] - 0.1 * (1 - 8 / 31)) < 1e-9
assert abs(last_rate[1]) < 1e-9
epochs, N, b, W, k = 2, 1000, 32, 4, 3
made = epochs * sum(number % k == 0 or number == len(loader) for number, batch in enumerate(loader, 1))
assert made == epochs * ceil(len(loader) / k)  # shows: ceil-len-loader-k
assert made < epochs * ceil(N / b / k)  # refutes: ceil-n-b-k
assert made > epochs * (N // (b * W * k))  # refutes: n-b-w-k
assert made < epochs * len(loader)  # refutes: loader-each-batch
