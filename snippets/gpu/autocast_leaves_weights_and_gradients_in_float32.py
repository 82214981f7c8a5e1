"""Autocast computes a matrix product in bfloat16; weights and gradients stay float32.

$ python snippets/gpu/autocast_leaves_weights_and_gradients_in_float32.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
model = torch.nn.Linear(4, 2).to(device)

# region cast
with torch.autocast(device, dtype=torch.bfloat16):  # key line
    output = model(torch.ones(3, 4, device=device))
output.sum().backward()
print("output", output.dtype)
print("weight", model.weight.dtype, "gradient", model.weight.grad.dtype)
# endregion

assert output.dtype == torch.bfloat16
assert model.weight.dtype == model.weight.grad.dtype == torch.float32
