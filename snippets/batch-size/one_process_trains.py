"""One process takes 16 steps with batches of 64, and its rate ends at 0.

$ python snippets/batch-size/one_process_trains.py
"""
import torch
from torch.nn.functional import mse_loss
from torch.utils.data import DataLoader, TensorDataset

GLOBAL_BATCH, RATE, EPOCHS = 64, 0.1, 2
torch.manual_seed(0)
inputs = torch.randn(512, 3)
dataset = TensorDataset(inputs, inputs.sum(1, keepdim=True))


def train():
    """The weights and the last rate after two epochs."""
    torch.manual_seed(0)
    # region train
    model = torch.nn.Linear(3, 1)
    loader = DataLoader(dataset, GLOBAL_BATCH, shuffle=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE)
    steps = EPOCHS * len(loader)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, steps)
    for epoch in range(EPOCHS):
        for x, y in loader:
            optimizer.zero_grad()
            mse_loss(model(x), y).backward()
            optimizer.step()
            schedule.step()  # key line
    # endregion
    return next(model.parameters()).detach(), steps, schedule.get_last_lr()[0]


weight, steps, last = train()
print(f"{steps} steps, last rate {last:.4f}")
assert (steps, last) == (16, 0)
assert (weight - 1).abs().max() < 0.35  # and it has learned something
