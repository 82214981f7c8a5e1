"""A checkpoint of an fp32 model with AdamW takes 12 bytes per parameter: the weights are a third of it.

$ python snippets/checkpoints/file_holds_twelve_bytes_per_parameter.py
"""
import os

import torch

model = torch.nn.Linear(1000, 1000)
optimizer = torch.optim.AdamW(model.parameters())
model(torch.ones(1, 1000)).sum().backward()
optimizer.step()

# region size
parameters = sum(p.numel() for p in model.parameters())
state = {"model": model.state_dict()}
torch.save(state, "weights.pt")
state["optimizer"] = optimizer.state_dict()  # key line
torch.save(state, "checkpoint.pt")
for name in ("weights.pt", "checkpoint.pt"):
    print(f"{name}: {os.path.getsize(name) / parameters:.2f} bytes per parameter")
# endregion

assert 12 * parameters < os.path.getsize("checkpoint.pt") < 12.01 * parameters
