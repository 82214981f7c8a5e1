"""On a GPU a wrong index raises where the host next waits, not at its own line.

$ python snippets/gpu/wrong_index_on_a_gpu_is_told_later.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# expect = "AcceleratorError: CUDA error: device-side assert triggered"
# asserts = ['says("the host went on") and raises("AcceleratorError", at="picked.item()")']
# ///
import torch

table = torch.zeros(4, device="cuda")

# region index
rows = torch.tensor([9], device="cuda")  # key line, else: rows = torch.tensor([0], device="cuda")
picked = table[rows]
print("the host went on", flush=True)
print(picked.item())
# endregion
