"""One process runs four layers forward and backward.

$ python snippets/pipeline/one_process_runs_four_layers.py
"""
from _layers import batch, layers
from torch import nn
from torch.nn.functional import mse_loss

x, y = batch()

# region step
model = nn.Sequential(*layers())
loss = mse_loss(model(x), y)
loss.backward()  # key line
held = sum(weight.numel() for weight in model.parameters())
print(f"loss {loss:.4f}, holds {held} numbers")
# endregion

assert held == 4 * (8 * 8 + 8)
assert all(weight.grad is not None for weight in model.parameters())
