"""A bias that is added for the choice alone, and moved against the load in each step, spreads the tokens; weights do not see it.

$ python snippets/experts/a_bias_balances_without_a_loss.py
"""
import torch

torch.manual_seed(0)
x = torch.randn(256, 8) + 0.5
router = torch.randn(8, 4) / 4 + torch.tensor([0.5, 0, 0, 0])
loads, mean = [], 256 * 2 / 4

# region bias
scores, bias = (x @ router).sigmoid(), torch.zeros(4)
for step in range(100):
    chosen = (scores + bias).topk(2).indices  # the choice
    weight = scores.gather(1, chosen)  # without the bias
    load = chosen.flatten().bincount(minlength=4)
    bias += 0.01 * (mean - load).sign()  # key line, else: pass
    loads.append(load.tolist())
    if step in (0, 10, 20, 99):
        print(f"step {step}: tokens of each expert {loads[-1]}, bias {[round(b, 2) for b in bias.tolist()]}")
# endregion

assert max(loads[0]) > 1.5 * mean  # refutes: first-step-even
assert max(loads[-1]) < 1.1 * mean  # shows: last-step-even
assert torch.equal(weight, (x @ router).sigmoid().gather(1, chosen))  # shows: weights-without-bias
