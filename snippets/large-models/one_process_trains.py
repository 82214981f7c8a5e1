"""One process that trains holds all weights: 66,560 B of them for four layers of 64 x 64.

$ python snippets/large-models/one_process_trains.py
"""
import torch
from torch.nn.functional import mse_loss


def held(model):
    """Bytes of weights on this rank."""
    return sum(p.nbytes for p in model.parameters())


torch.manual_seed(0)
model = torch.nn.Sequential(*[torch.nn.Linear(64, 64) for _ in range(4)])
inputs, targets = torch.randn(32, 64), torch.randn(32, 64)
before = mse_loss(model(inputs), targets).item()

# region train
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

for _ in range(5):
    optimizer.zero_grad()
    mse_loss(model(inputs), targets).backward()
    optimizer.step()  # key line

print(f"{held(model):,} B of weights here")
# endregion

assert held(model) == 4 * 4 * (64 * 64 + 64)
assert mse_loss(model(inputs), targets).item() < before
