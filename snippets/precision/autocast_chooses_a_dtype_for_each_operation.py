"""Under autocast products come out in bfloat16, losses in float32, and a sum of both in float32; weights stay.

$ python snippets/precision/autocast_chooses_a_dtype_for_each_operation.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# differs = "Each device has a list of its own: on a GPU layer_norm and softmax come out in float32."
# ///
import torch
from torch.nn import functional

device = "cuda" if torch.cuda.is_available() else "cpu"
layer, x = torch.nn.Linear(4, 4).to(device), torch.ones(2, 4, device=device)
labels = torch.tensor([0, 1], device=device)
seen = {}

# region operations
with torch.autocast(device, dtype=torch.bfloat16):  # key line
    seen["linear"] = layer(x)
    seen["layer_norm of it"] = functional.layer_norm(seen["linear"], (4,))
    seen["softmax of it"] = seen["linear"].softmax(-1)
    seen["x + linear"] = x + seen["linear"]
    seen["cross_entropy"] = functional.cross_entropy(seen["linear"], labels)
seen["weight"] = layer.weight
for name, tensor in seen.items():
    print(f"{name}: {tensor.dtype}")
# endregion

dtypes = {name: tensor.dtype for name, tensor in seen.items()}
assert dtypes["linear"] == torch.bfloat16 and dtypes["x + linear"] == torch.float32  # shows: linear-bfloat16-sum-float32
assert dtypes["weight"] == torch.float32  # shows: weight-float32
