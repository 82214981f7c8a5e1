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

def off_by(change=lambda checkpoint: None, flip=False, **options):
    """How far three steps from the file end from the run that never stopped."""
    checkpoint = torch.load("checkpoint.pt", **options)
    change(checkpoint)
    resumed = torch.nn.Linear(2, 1)
    resumed.load_state_dict(checkpoint["model"])
    optimizer = torch.optim.AdamW(resumed.parameters(), lr=0.1)
    optimizer.load_state_dict(checkpoint["optimizer"])
    for batch in batches[checkpoint["step"]:]:
        optimizer.zero_grad()
        resumed(batch.flip(0) if flip else batch).square().mean().backward()  # flip: summed up in another order
        optimizer.step()
    return (resumed.weight - model.weight).abs().max().item()

def forget(*names):
    """A change that sets parts of the state of each parameter to 0."""
    def change(checkpoint):
        for state in checkpoint["optimizer"]["state"].values():
            for name in names:
                state[name].zero_()
    return change

def double_the_rate(checkpoint):
    checkpoint["optimizer"]["param_groups"][0]["lr"] *= 2

names = {*checkpoint, *checkpoint["optimizer"]["state"][0]}
assert off_by(flip=True) < 1e-4  # shows: gradients-another-order
assert off_by() == 0  # shows: weights-rounded
assert off_by(map_location="cpu") == 0  # shows: map-location
assert off_by(forget("exp_avg", "exp_avg_sq")) > 0.01  # shows: two-moments
assert off_by(forget("step")) > 0.01  # shows: number-steps
assert names == {"model", "optimizer", "step", "exp_avg", "exp_avg_sq"} and off_by() == 0  # shows: gradient-each-weight
assert not any("activation" in name for name in names) and off_by() == 0  # shows: activations-layer
assert off_by(double_the_rate) > 0.01  # shows: learning-rate
