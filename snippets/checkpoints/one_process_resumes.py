"""One process writes a checkpoint under another name, renames it, and resumes from it.

$ python snippets/checkpoints/one_process_resumes.py
"""
import os

import torch

torch.manual_seed(0)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
steps = 3
for _ in range(steps):
    optimizer.zero_grad()
    model(torch.randn(4, 2)).square().mean().backward()
    optimizer.step()

# region resume
state = {"model": model.state_dict(), "step": steps}
state["optimizer"] = optimizer.state_dict()
torch.save(state, "checkpoint.tmp")
os.replace("checkpoint.tmp", "checkpoint.pt")  # appears only when it is whole

resumed = torch.nn.Linear(2, 1)
checkpoint = torch.load("checkpoint.pt", map_location="cpu")
resumed.load_state_dict(checkpoint["model"])  # key line
resumed_optimizer = torch.optim.AdamW(resumed.parameters(), lr=0.1)
resumed_optimizer.load_state_dict(checkpoint["optimizer"])  # key line
print(f"resumes after step {checkpoint['step']}")
# endregion

for new, old in zip(resumed.parameters(), model.parameters(), strict=True):
    assert torch.equal(new, old)
assert checkpoint["step"] == 3 and len(resumed_optimizer.state) == 2
