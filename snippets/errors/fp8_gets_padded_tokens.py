"""Tokens that are padded to a multiple of 16 let FP8 compute the gradient of a weight.

$ python snippets/errors/fp8_gets_padded_tokens.py
"""
import torch
from torch._subclasses.fake_tensor import FakeTensorMode


def product(rows, inner, columns):
    left = torch.empty(rows, inner, device="cuda", dtype=torch.float8_e4m3fn)
    right = torch.empty(columns, inner, device="cuda", dtype=torch.float8_e4m3fn).t()
    scale = torch.empty((), device="cuda")
    return tuple(torch._scaled_mm(left, right, scale, scale, out_dtype=torch.bfloat16).shape)


# region step
sequences, length = 2, 15
length = -(-length // 16) * 16  # key line -> RuntimeError: Expected self.size(1) to be divisible by 16
tokens = sequences * length
with FakeTensorMode():
    print(f"{tokens} tokens, forward:", product(tokens, 64, 32))
    gradient = product(32, tokens, 64)
    print("gradient of the weight:", gradient)
# endregion

assert gradient == (32, 64) and tokens == 32
