"""bfloat16 holds 70,000 where float16 is infinite, and rounds 1.004 to 1 where float16 does not.

$ python snippets/gpu/bfloat16_has_the_range_and_not_the_digits.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
numbers = torch.tensor([70000.0, 1 + 1 / 256], device=device)

# region round
half = numbers.to(torch.float16).tolist()
brain = numbers.to(torch.bfloat16).tolist()  # key line, else: brain = half
print(f"float16: {half[0]:.5g} and {half[1]:.5g}")
print(f"bfloat16: {brain[0]:.5g} and {brain[1]:.5g}")
# endregion

assert half == [float("inf"), 1 + 1 / 256]
assert brain == [70144.0, 1.0]
