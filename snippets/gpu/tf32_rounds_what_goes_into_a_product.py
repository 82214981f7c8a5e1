"""With TF32 allowed, a float32 matrix product rounds its inputs to 11 binary digits.

$ python snippets/gpu/tf32_rounds_what_goes_into_a_product.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch

rows = torch.full((1024, 1024), 1 + 2**-12, device="cuda")
ones = torch.ones(1024, 1024, device="cuda")

assert not torch.backends.cuda.matmul.allow_tf32 and torch.backends.cudnn.allow_tf32  # the defaults

# region round
exact = (rows @ ones)[0, 0].item()
torch.set_float32_matmul_precision("high")  # key line
rounded = (rows @ ones)[0, 0].item()
print(f"float32 {exact}, TF32 {rounded}")
# endregion

assert exact == 1024.25
assert rounded == 1024.0
