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
state = model.state_dict()
state = model  # key line
torch.save(state, "checkpoint.pt")
torch.load("checkpoint.pt")
# endregion
