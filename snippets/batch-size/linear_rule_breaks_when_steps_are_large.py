"""Where eight steps nearly reach the best weight, one step of 8 times the rate ends further away than it began.

$ python snippets/batch-size/linear_rule_breaks_when_steps_are_large.py
"""
import torch

torch.manual_seed(0)
targets = torch.randn(64)
best = targets.mean().item()

# region rule
weight = torch.tensor(10.0)
for batch in targets.chunk(8):
    weight -= 0.3 * (weight - batch).mean()
eight_steps = weight.item()

rate = 0.3 * 8  # key line, else: rate = 0.3
scaled = 10 - rate * (10 - targets).mean().item()
print(f"best weight: {best:.4g}")
print(f"8 steps of 8: 10 -> {eight_steps:.4g}")
print(f"1 step of 64, rate x 8: 10 -> {scaled:.4g}")
# endregion

hardly_changes = abs(eight_steps - best) > 0.9 * abs(10 - best)  # the gradient is the way to the best weight
assert abs(eight_steps - best) < 1
assert not hardly_changes and abs(scaled - best) > abs(10 - best)  # shows: gradient-hardly-change
