"""The module inside keeps the plain keys and its attributes.

$ python snippets/data-parallel/module_inside_has_keys_and_attributes.py
"""
import torch

# region inside
model = torch.nn.DataParallel(torch.nn.Linear(3, 2))
model = model.module  # key line -> RuntimeError: Error(s) in loading
print("features:", getattr(model, "in_features", "hidden"))
torch.save(model.state_dict(), "checkpoint.pt")

plain = torch.nn.Linear(3, 2)
print(plain.load_state_dict(torch.load("checkpoint.pt")))
# endregion

assert model.in_features == 3
assert torch.equal(plain.weight, model.weight)  # shows: model-module-state-dict
