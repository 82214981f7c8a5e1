"""One process multiplies two matrices.

$ python snippets/placements/one_process_multiplies.py
"""
import torch

x, w = torch.arange(16.0).view(4, 4), torch.arange(16.0).view(4, 4) % 3

# region product
y = x @ w  # key line, else: y = x * w
print(f"y {tuple(y.shape)}, first row {y[0].tolist()}")
# endregion

assert torch.equal(y, torch.einsum("ij,jk->ik", x, w))
