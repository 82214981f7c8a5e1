"""Resumed without the moments of AdamW, its step count or its rate, a run ends elsewhere; with all of them bit for bit.

$ python snippets/checkpoints/each_part_of_adamw_decides_the_resume.py
"""
import torch

torch.manual_seed(0)
batches = torch.randn(6, 8, 2)
model = torch.nn.Linear(2, 1)

def train(model, optimizer, batches, flip=False):
    for batch in batches:
        optimizer.zero_grad()
        model(batch.flip(0) if flip else batch).square().mean().backward()  # flip: summed up in another order
        optimizer.step()

optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
train(model, optimizer, batches[:3])
torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": 3}, "checkpoint.pt")
train(model, optimizer, batches[3:])

def off_by(change=lambda optimizer: None, flip=False, **options):
    """How far three steps from the file end from the run that never stopped."""
    checkpoint = torch.load("checkpoint.pt", **options)
    change(checkpoint["optimizer"])
    resumed = torch.nn.Linear(2, 1)
    resumed.load_state_dict(checkpoint["model"])
    optimizer = torch.optim.AdamW(resumed.parameters(), lr=0.1)
    optimizer.load_state_dict(checkpoint["optimizer"])  # key line
    train(resumed, optimizer, batches[checkpoint["step"]:], flip)
    return (resumed.weight - model.weight).abs().max().item()

# region parts
def forget(*names):
    def change(optimizer):
        for state in optimizer["state"].values():
            for name in names:
                state[name].zero_()
    return change

def double_the_rate(optimizer):
    optimizer["param_groups"][0]["lr"] *= 2

print(f"all as saved: off by {off_by():.4g}")
print(f"both moments 0: off by {off_by(forget('exp_avg', 'exp_avg_sq')):.4g}")
print(f"step count 0: off by {off_by(forget('step')):.4g}")
print(f"another learning rate: off by {off_by(double_the_rate):.4g}")
# endregion

checkpoint = torch.load("checkpoint.pt")
names = {*checkpoint, *checkpoint["optimizer"]["state"][0]}
assert off_by(flip=True) < 1e-4  # refutes: gradients-another-order
assert off_by() == 0  # refutes: weights-rounded
assert off_by(map_location="cpu") == 0  # refutes: map-location
assert off_by(forget("exp_avg", "exp_avg_sq")) > 0.01  # shows: two-moments
assert off_by(forget("step")) > 0.01  # shows: number-steps
assert names == {"model", "optimizer", "step", "exp_avg", "exp_avg_sq"} and off_by() == 0  # refutes: gradient-weight
assert not any("activation" in name for name in names) and off_by() == 0  # refutes: activations-layer
assert off_by(double_the_rate) > 0.01  # shows: learning-rate
