"""torch.load refuses a pickled model: by default it takes tensors, plain values and the classes you allow.

$ python snippets/checkpoints/pickled_model_is_refused.py
"""
# /// script
# [tool.lockstep]
# expect = "UnpicklingError: Weights only load failed"
# ///
import torch

# region load
model = torch.nn.Linear(3, 2)
torch.save(model, "checkpoint.pt")  # key line, else: torch.save(model.state_dict(), "checkpoint.pt")
torch.load("checkpoint.pt")
# endregion
