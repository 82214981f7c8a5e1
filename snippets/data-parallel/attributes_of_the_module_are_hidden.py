"""The wrapper does not pass on the attributes of its module.

$ python snippets/data-parallel/attributes_of_the_module_are_hidden.py
"""
# /// script
# [tool.lockstep]
# expect = "AttributeError: 'DataParallel' object has no attribute 'in_features'"
# asserts = ['raises("AttributeError", at="model.in_features") and not says("features")']
# ///
import torch

# region attribute
model = torch.nn.Linear(3, 2)
model = torch.nn.DataParallel(model)  # key line
print("features:", model.in_features)
# endregion
