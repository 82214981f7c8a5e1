"""The balancing loss of Switch is 1 with even tokens and probabilities, and near the number of experts if one gets all.

$ python snippets/experts/balancing_loss_is_one_when_even.py
"""
import torch
from torch.nn.functional import one_hot

cases = {"even": torch.eye(4).repeat(4, 1) * 0.1, "one expert": torch.eye(4)[0].repeat(16, 1) * 9}
found, slope = {}, {}

# region loss
for name, scores in cases.items():
    scores.requires_grad_()
    probability = scores.softmax(-1)
    share = one_hot(scores.argmax(-1), 4).float().mean(0)  # f: tokens of each expert, has no gradient
    loss = 4 * (share * probability.mean(0)).sum()  # key line, else: loss = (share * probability.mean(0)).sum()
    loss.backward()
    found[name] = loss.item()
    print(f"{name}: f {share.tolist()}, loss {loss:.2f}, f has a gradient: {share.requires_grad}")
# endregion

assert abs(found["even"] - 1) < 1e-5  # shows: even-is-one
assert 3.9 < found["one expert"] <= 4  # shows: one-expert-number-of-experts
assert not share.requires_grad  # shows: f-no-gradient
