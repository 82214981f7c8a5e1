"""The same three float32 numbers have another sum in another order.

$ python snippets/gpu/order_of_a_sum_changes_its_bits.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
a, b, c = torch.tensor([1e8, 1.0, -1e8], device=device)

# region order
forward = (a + b) + c
other = (a + c) + b  # key line, else: other = forward
print(f"(a + b) + c = {forward.item()}, (a + c) + b = {other.item()}")
# endregion

assert (forward.item(), other.item()) == (0.0, 1.0)
