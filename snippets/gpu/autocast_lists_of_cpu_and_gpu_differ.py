"""Under autocast a CPU leaves exp in bfloat16; a GPU computes it in float32.

$ python snippets/gpu/autocast_lists_of_cpu_and_gpu_differ.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# differs = "Each device has a list of its own; exp stands in that of CUDA."
# ///
import torch
from torch.nn.functional import mse_loss

device = "cuda" if torch.cuda.is_available() else "cpu"
product = torch.ones(2, 2, device=device, dtype=torch.bfloat16)

# region lists
with torch.autocast(device, dtype=torch.bfloat16):  # key line
    results = {"exp": product.exp(), "mse_loss": mse_loss(product, product)}
for name, result in results.items():
    print(name, "of bfloat16 is", result.dtype)
# endregion

expected = torch.float32 if device == "cuda" else torch.bfloat16
assert results["exp"].dtype == expected
assert results["mse_loss"].dtype == torch.float32
