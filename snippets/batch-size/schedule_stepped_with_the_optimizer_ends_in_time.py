"""A schedule that moves with the optimizer reaches zero after the last of eight steps.

$ python snippets/batch-size/schedule_stepped_with_the_optimizer_ends_in_time.py
"""
import torch

weight = torch.zeros(1, requires_grad=True)
optimizer = torch.optim.SGD([weight], lr=0.1)
schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, total_iters=8)  # 8 optimizer steps
rates = []

# region train
for number in range(1, 33):  # 32 micro-batches, 4 in a step
    (weight.sum() / 4).backward()
    if number % 4 == 0:
        rates.append(round(schedule.get_last_lr()[0], 4))
        optimizer.step()
        optimizer.zero_grad()
        schedule.step()  # key line
print(rates)
# endregion

assert rates == [round(0.1 * (8 - step) / 8, 4) for step in range(8)]
assert schedule.get_last_lr() == [0.0]
