"""The gradient of a plain sum is one number that is expanded, with strides of 0, which the backward of grouped_mm refuses.

$ python snippets/errors/grouped_mm_refuses_the_gradient_of_a_sum.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Invalid strides/sizes, got [0, 0] for strides"
# asserts = ['raises("RuntimeError: Invalid strides/sizes", at="backward()")']
# ///
import torch
from torch.nn.functional import grouped_mm

rows, experts = torch.ones(8, 16), torch.ones(2, 16, 32, requires_grad=True)
ends = torch.tensor([3, 8], dtype=torch.int32)

# region grouped
y = grouped_mm(rows, experts, offs=ends)
y.sum().backward()  # key line, else: y.square().sum().backward()
print(f"gradient {experts.grad.norm():g}")
# endregion
