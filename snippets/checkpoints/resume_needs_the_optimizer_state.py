"""A resumed run is equal bit for bit with the optimizer state, and differs without it.

$ python snippets/checkpoints/resume_needs_the_optimizer_state.py
"""
import torch

torch.manual_seed(0)
batches = torch.randn(6, 8, 2)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
for step, batch in enumerate(batches):
    if step == 3:
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step}, "checkpoint.pt")
    optimizer.zero_grad()
    model(batch).square().mean().backward()
    optimizer.step()

apart = {}

# region resume
for whole in (True, False):
    checkpoint = torch.load("checkpoint.pt")
    resumed = torch.nn.Linear(2, 1)
    resumed.load_state_dict(checkpoint["model"])
    optimizer = torch.optim.AdamW(resumed.parameters(), lr=0.1)
    if whole:
        optimizer.load_state_dict(checkpoint["optimizer"])  # key line
    for batch in batches[checkpoint["step"]:]:
        optimizer.zero_grad()
        resumed(batch).square().mean().backward()
        optimizer.step()
    apart[whole] = (resumed.weight - model.weight).abs().max().item()
    print(f"{'with' if whole else 'without'} optimizer state: off by {apart[whole]:.4g}")
# endregion

assert apart[True] == 0.0
# Up to the learning rate for each of three steps.
assert 0.2 < apart[False] < 0.3  # shows: adamw-empty-moments
