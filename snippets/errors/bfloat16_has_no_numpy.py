"""A metric in bfloat16 is turned into an array, and NumPy has no bfloat16.

$ python snippets/errors/bfloat16_has_no_numpy.py
"""
# /// script
# [tool.lockstep]
# expect = "TypeError: Got unsupported ScalarType BFloat16"
# asserts = ['raises("TypeError: Got unsupported ScalarType BFloat16", at="outputs.numpy()")']
# ///
import torch

outputs = torch.tensor([0.5, 1.5])

# region array
outputs = outputs.bfloat16()  # key line
array = outputs.numpy()
print(array.dtype, array.tolist())
# endregion
