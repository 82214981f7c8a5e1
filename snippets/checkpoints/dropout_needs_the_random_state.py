"""With dropout a resumed run is equal bit for bit only if the random state is restored too.

$ python snippets/checkpoints/dropout_needs_the_random_state.py
"""
import torch
from torch import nn

torch.manual_seed(0)
batches = torch.randn(6, 8, 4)


def build():
    model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(), nn.Linear(8, 1))
    return model, torch.optim.AdamW(model.parameters(), lr=0.1)


def train(model, optimizer, first, last):
    for batch in batches[first:last]:
        optimizer.zero_grad()
        model(batch).square().mean().backward()
        optimizer.step()


model, optimizer = build()
train(model, optimizer, 0, 3)
state = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
torch.save({**state, "random": torch.get_rng_state()}, "checkpoint.pt")
train(model, optimizer, 3, 6)
apart = {}

# region resume
for whole in (True, False):
    checkpoint = torch.load("checkpoint.pt")
    resumed, optimizer = build()
    resumed.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    if whole:
        torch.set_rng_state(checkpoint["random"])  # key line
    train(resumed, optimizer, 3, 6)  # the same three batches
    apart[whole] = (resumed[0].weight - model[0].weight).abs().max().item()
    how = "with" if whole else "without"
    print(f"{how} random state: off by {apart[whole]:.4g}")
# endregion

assert apart[True] == 0.0
assert apart[True] == 0.0 and apart[False] > 0.001  # shows: random-state-process
assert apart[True] == 0.0 and set(checkpoint) == {"model", "optimizer", "random"}  # refutes: masks-last-batch
assert resumed.training and model.training and apart[False] > 0.001  # refutes: training-flag
resumed, optimizer = build()
resumed.load_state_dict(checkpoint["model"])
optimizer.load_state_dict(checkpoint["optimizer"])
torch.manual_seed(0)
train(resumed, optimizer, 3, 6)
assert (resumed[0].weight - model[0].weight).abs().max() > 0.001  # refutes: seed-start
