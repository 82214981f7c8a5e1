"""Under autocast a layer gives bfloat16, and rows of a float32 tensor do not take it.

$ python snippets/errors/half_precision_is_put_into_float32.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Index put requires the source and destination dtypes match"
# asserts = ['raises("RuntimeError: got Float for the destination and BFloat16", at="output[rows] = expert(batch")']
# ///
import torch

expert = torch.nn.Linear(4, 2)
batch, output = torch.ones(3, 4), torch.zeros(3, 2)
rows = torch.tensor([0, 2])

# region forward
with torch.autocast("cpu", dtype=torch.bfloat16):  # key line, else: with torch.no_grad():
    output[rows] = expert(batch[rows])
print("output", output.dtype)
# endregion
