"""In FP8 the gradient of a weight is a sum over tokens, and 30 tokens are no multiple of 16.

$ python snippets/errors/fp8_sums_over_a_multiple_of_16.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Expected self.size(1) to be divisible by 16"
# asserts = ['says("forward: (30, 32)") and raises("RuntimeError: Expected self.size(1)", at="torch._scaled_mm")']
# ///
import logging

import torch
from torch._subclasses.fake_tensor import FakeTensorMode

logging.disable(logging.ERROR)  # the error is raised as well


def product(rows, inner, columns):
    left = torch.empty(rows, inner, device="cuda", dtype=torch.float8_e4m3fn)
    right = torch.empty(columns, inner, device="cuda", dtype=torch.float8_e4m3fn).t()
    scale = torch.empty((), device="cuda")
    return tuple(torch._scaled_mm(left, right, scale, scale, out_dtype=torch.bfloat16).shape)


# region step
tokens = 2 * 15  # key line, else: tokens = 2 * 16
with FakeTensorMode():  # shapes and dtypes as on a GPU, no numbers
    print("forward:", product(tokens, 64, 32))
    gradient = product(32, tokens, 64)
    print("gradient of the weight:", gradient)
# endregion
