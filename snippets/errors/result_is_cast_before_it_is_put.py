"""The rows are cast to the dtype of the tensor that takes them.

$ python snippets/errors/result_is_cast_before_it_is_put.py
"""
import torch

expert = torch.nn.Linear(4, 2)
batch, output = torch.ones(3, 4), torch.zeros(3, 2)
rows = torch.tensor([0, 2])

# region forward
with torch.autocast("cpu", dtype=torch.bfloat16):
    result = expert(batch[rows])
    result = result.to(output.dtype)  # key line -> RuntimeError: Index put requires the source and destination
    output[rows] = result
print("output", output.dtype)
# endregion

assert output.dtype == torch.float32  # shows: output-float32
