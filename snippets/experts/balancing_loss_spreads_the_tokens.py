"""A router that favours one expert: with a balancing loss its fullest expert comes down in 200 steps, without one it stays full.

$ python snippets/experts/balancing_loss_spreads_the_tokens.py
"""
import torch
from torch.nn.functional import one_hot

found = {}

# region train
for alpha in (0.0, 0.1):
    torch.manual_seed(0)
    x, target = torch.randn(256, 8) + 0.5, torch.randn(256, 8)
    router = (torch.randn(8, 4) / 4 + torch.tensor([0.5, 0, 0, 0])).requires_grad_()
    optimizer = torch.optim.SGD([router], lr=0.5)
    for step in range(200):
        probability = (x @ router).softmax(-1)
        share = one_hot(probability.argmax(-1), 4).float().mean(0)
        loss = 4 * (share * probability.mean(0)).sum()
        optimizer.zero_grad()
        (alpha * loss).backward()  # key line, else: (0 * loss).backward()
        optimizer.step()
        if step == 0:
            before = share.max().item()
    found[alpha] = share.max().item()
    print(f"alpha {alpha}: the fullest of four experts has {before:.0%} of the tokens, then {found[alpha]:.0%}")
# endregion

assert found[0.0] == before > 0.5  # shows: without-stays-full
assert found[0.1] < 0.4  # shows: with-loss-comes-down
