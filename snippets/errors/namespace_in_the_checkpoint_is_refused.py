"""A checkpoint that holds argparse's Namespace is saved without complaint, and torch.load refuses it.

$ python snippets/errors/namespace_in_the_checkpoint_is_refused.py
"""
# /// script
# [tool.lockstep]
# expect = "UnpicklingError: Weights only load failed"
# asserts = [
#   'says("saved") and raises("UnpicklingError: argparse.Namespace was not an allowed global", at="torch.load")',
# ]
# ///
import argparse

import torch

# region save
parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.1)
options = parser.parse_args()  # key line, else: options = vars(parser.parse_args())
model = torch.nn.Linear(3, 2)

torch.save({"model": model.state_dict(), "options": options}, "checkpoint.pt")
print("saved")
print(torch.load("checkpoint.pt")["options"])
# endregion
