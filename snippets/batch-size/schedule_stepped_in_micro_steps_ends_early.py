"""A schedule that moves with every micro-batch is over after two of eight optimizer steps.

$ python snippets/batch-size/schedule_stepped_in_micro_steps_ends_early.py
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

assert rates == [0.0625, 0.0125] + 6 * [0.0]
