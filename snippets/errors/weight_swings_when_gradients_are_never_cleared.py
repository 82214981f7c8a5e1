"""Where gradients are never cleared, a weight swings around its best value, 0, and does not settle.

$ python snippets/errors/weight_swings_when_gradients_are_never_cleared.py
"""
import torch

# region swing
for learning_rate in (0.1, 0.01):
    weight = torch.nn.Parameter(torch.tensor(1.0))
    optimizer = torch.optim.SGD([weight], lr=learning_rate)
    weights = []
    for step in range(500):
        (weight**2 / 2).backward()  # key line, else: optimizer.zero_grad(); (weight**2 / 2).backward()
        optimizer.step()
        weights.append(weight.item())
    late = weights[-300:]
    print(f"learning rate {learning_rate}: the last 300 weights are from {min(late):.1f} to {max(late):.1f}")
# endregion

assert min(late) < -0.9
assert max(late) > 0.9
