"""A checkpoint of ten classes does not load into a model of four, with or without strict.

$ python snippets/errors/head_of_another_size_does_not_load.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Error(s) in loading state_dict for Sequential"
# asserts = ['raises("RuntimeError: size mismatch for 1.weight", at="strict=False")']
# ///
import torch

# region load
state = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Linear(8, 10)).state_dict()

model = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Linear(8, 4))  # key line, else: model = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Linear(8, 10))
print(model.load_state_dict(state, strict=False))
# endregion
