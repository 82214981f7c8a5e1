"""A model in bfloat16 gets a batch in float32.

$ python snippets/errors/input_is_float32_and_weight_bfloat16.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: mat1 and mat2 must have the same dtype"
# asserts = ['raises("RuntimeError: mat1 and mat2 must have the same dtype", at="output = model(batch)")']
# ///
import torch

model = torch.nn.Linear(4, 2)
batch = torch.ones(3, 4)

# region forward
model.bfloat16()  # key line
output = model(batch)
print("output", output.dtype)
# endregion
