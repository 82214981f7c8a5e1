"""The state dict of the wrapper does not load into the plain model.

$ python snippets/data-parallel/wrapped_keys_do_not_fit_the_plain_model.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Error(s) in loading state_dict for Linear"
# asserts = [
#   '''(raises("RuntimeError", at="plain.load_state_dict")
#      and complains('Unexpected key(s) in state_dict: "module.weight", "module.bias"'))''',
# ]
# ///
import torch

# region load
model = torch.nn.Linear(3, 2)
model = torch.nn.DataParallel(model)  # key line
torch.save(model.state_dict(), "checkpoint.pt")

plain = torch.nn.Linear(3, 2)
plain.load_state_dict(torch.load("checkpoint.pt"))
# endregion
