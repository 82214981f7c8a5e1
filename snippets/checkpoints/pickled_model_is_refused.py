"""torch.load refuses a pickled model: by default it takes tensors, plain values and the classes you allow.

$ python snippets/checkpoints/pickled_model_is_refused.py
"""
# /// script
# [tool.lockstep]
# expect = "UnpicklingError: Weights only load failed"
# ///
from fractions import Fraction

import torch

torch.save({"step": 3, "weight": torch.ones(3)}, "plain.pt")
torch.save(Fraction(1, 3), "fraction.pt")
with torch.serialization.safe_globals([Fraction]):
    allowed = torch.load("fraction.pt") == Fraction(1, 3)
assert allowed and torch.load("plain.pt")["step"] == 3  # shows: tensors-plain-values-allow

# region load
model = torch.nn.Linear(3, 2)
torch.save(model, "checkpoint.pt")  # key line, else: torch.save(model.state_dict(), "checkpoint.pt")
torch.load("checkpoint.pt")
# endregion
