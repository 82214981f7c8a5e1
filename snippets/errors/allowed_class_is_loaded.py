"""A class that you allow by name is loaded from a file that exists already.

$ python snippets/errors/allowed_class_is_loaded.py
"""
import argparse

import torch

args = argparse.Namespace(lr=0.1)
model = torch.nn.Linear(3, 2)

# region load
torch.save({"model": model.state_dict(), "options": args}, "checkpoint.pt")

with torch.serialization.safe_globals([argparse.Namespace]):  # key line -> UnpicklingError: Weights only load failed
    checkpoint = torch.load("checkpoint.pt")
print(checkpoint["options"])
# endregion

assert checkpoint["options"] == args
assert torch.equal(checkpoint["model"]["weight"], model.weight)
