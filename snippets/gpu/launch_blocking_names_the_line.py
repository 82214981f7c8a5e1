"""With CUDA_LAUNCH_BLOCKING=1 each launch is waited for, and the traceback names the wrong index.

$ CUDA_LAUNCH_BLOCKING=1 python snippets/gpu/launch_blocking_names_the_line.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# expect = "AcceleratorError: CUDA error: device-side assert triggered"
# asserts = ['raises("AcceleratorError", at="picked = table[rows]") and not says("the host went on")']
# ///
import torch

table = torch.zeros(4, device="cuda")

# region index
rows = torch.tensor([9], device="cuda")  # key line, else: rows = torch.tensor([0], device="cuda")
picked = table[rows]
print("the host went on", flush=True)
print(picked.item())
# endregion
