"""On a CPU a wrong index raises at its own line.

$ python snippets/gpu/wrong_index_on_a_cpu_is_told_at_once.py
"""
# /// script
# [tool.lockstep]
# expect = "IndexError: index 9 is out of bounds"
# asserts = ['raises("IndexError: index 9 is out of bounds", at="picked = table[rows]")']
# ///
import torch

table = torch.zeros(4, device="cpu")

# region index
rows = torch.tensor([9], device="cpu")  # key line, else: rows = torch.tensor([0], device="cpu")
picked = table[rows]
print("the host went on", flush=True)
print(picked.item())
# endregion
