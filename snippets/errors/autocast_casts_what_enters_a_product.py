"""Under autocast the batch, in float32, and the weights are cast for each product; nothing is cast by hand.

$ python snippets/errors/autocast_casts_what_enters_a_product.py
"""
import torch

model = torch.nn.Linear(4, 2)
batch = torch.ones(3, 4)

# region forward
with torch.autocast("cpu", dtype=torch.bfloat16):  # key line
    output = model(batch)
print("output", output.dtype)
# endregion

assert output.dtype == torch.bfloat16  # shows: output-bfloat16
