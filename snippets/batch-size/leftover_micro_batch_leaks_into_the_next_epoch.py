"""With 5 micro-batches an epoch and a step after every second, the fifth is added to a step of the next epoch.

$ python snippets/batch-size/leftover_micro_batch_leaks_into_the_next_epoch.py
"""
import torch
from torch.utils.data import DataLoader

weight = torch.zeros(1, requires_grad=True)
optimizer = torch.optim.SGD([weight], lr=0.1)

# region epochs
samples = torch.ones(80)  # key line, else: samples = torch.ones(64)
loader, gradients = DataLoader(samples, batch_size=16), []
for epoch in range(2):
    for number, batch in enumerate(loader, 1):  # the gradient of each sample is 1
        loss = (weight * batch).mean() / 2  # 2 micro-batches make a step
        loss.backward()
        if number % 2 == 0:
            gradients.append(weight.grad.item())
            optimizer.step()
            optimizer.zero_grad()
print(gradients)
# endregion

assert gradients == [1.0, 1.0, 1.5, 1.0]  # one step too strong; the fifth of the last epoch is lost
assert weight.grad.item() == 0.5
