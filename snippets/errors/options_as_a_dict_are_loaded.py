"""Options as a dict of plain values are loaded without an exception to the rule.

$ python snippets/errors/options_as_a_dict_are_loaded.py
"""
import argparse

import torch

# region save
parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.1)
options = vars(parser.parse_args())  # key line, else: options = parser.parse_args() -> UnpicklingError: Weights only load failed
model = torch.nn.Linear(3, 2)

torch.save({"model": model.state_dict(), "options": options}, "checkpoint.pt")
print("saved")
print(torch.load("checkpoint.pt")["options"])
# endregion

checkpoint = torch.load("checkpoint.pt", weights_only=True)
assert checkpoint["options"] == options == {"lr": 0.1}
assert torch.equal(checkpoint["model"]["weight"], model.weight)
