"""One process holds all of the model, and takes the whole batch.

$ python snippets/choose/one_process_trains.py
"""
import torch
from _model import batch, build, loss_of

torch.manual_seed(0)
# region train
model = build()
x, y = batch()
loss = loss_of(model(x), y)
loss.backward()
held = sum(weight.nbytes for weight in model.parameters())
print(f"{len(x)} samples, loss {loss:.4f}, weights {held} B")
# endregion

count = 2 * 64 * 32 + 32 + 4 * (2 * 32 * 32 + 2 * 32 * 16 + 3 * 32 * 64 + 2 * 32)
assert held == 4 * count  # shows: all-of-the-model
before = loss.item()
torch.optim.SGD(model.parameters(), lr=0.1).step()  # key line, else: pass
assert loss_of(model(x), y) < before  # shows: step-lowers-the-loss
