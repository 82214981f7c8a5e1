"""While steps are small, one SGD step with batch x 8 and rate x 8 is close to eight small steps.

$ python snippets/batch-size/linear_rule_turns_eight_steps_into_one.py
"""
import torch

torch.manual_seed(0)
targets = torch.randn(64)  # the loss of sample i is (weight - target i)^2 / 2

# region rule
weight = torch.tensor(10.0)
for batch in targets.chunk(8):  # 8 steps, batch 8
    weight -= 0.01 * (weight - batch).mean()  # rate times gradient
eight_steps = weight.item()

rate = 0.01
unscaled = 10 - rate * (10 - targets).mean().item()  # 1 step, batch 64
rate *= 8  # key line
scaled = 10 - rate * (10 - targets).mean().item()
print(f"8 steps of 8: 10 -> {eight_steps:.4g}")
print(f"1 step of 64, same rate: 10 -> {unscaled:.4g}")
print(f"1 step of 64, rate x 8: 10 -> {scaled:.4g}")
# endregion

way = 10 - eight_steps
assert abs((10 - scaled) / way - 1) < 0.05  # shows: one-step-8-times-rate-replaces
assert abs((10 - scaled) / way - 1) < abs((10 - unscaled) / way - 1) / 10  # shows: times-8
assert abs((10 - unscaled) / way - 1 / 8) < 0.02
means = [(10 - torch.randn(4096, batch)).mean(1) for batch in (8, 64)]  # gradients at 10, of 4,096 batches each
noise = means[0].std() / means[1].std()
assert noise > 2.5 and abs(means[0].mean() - means[1].mean()) < 0.05  # shows: averaging-lowers-noise-expected-value
