"""What torch takes when nobody sets it: the timeout of a group, DDP's first bucket, dtype, digits of a product.

$ python snippets/ddp/what_torch_takes_without_a_setting.py
"""
# /// script
# [tool.lockstep]
# asserts = ['value("first bucket: {} bytes") == 2 ** 20']
# ///
import torch
import torch.distributed as dist
from torch.distributed import constants

# region read
print("timeout of a group over gloo:", constants.default_pg_timeout)
print("first bucket:", dist._DEFAULT_FIRST_BUCKET_BYTES, "bytes")  # key line
print("dtype:", torch.get_default_dtype())
print("float32 products:", torch.get_float32_matmul_precision())
print("TF32 in cuDNN:", torch.backends.cudnn.allow_tf32)
# endregion

assert constants.default_pg_timeout.total_seconds() == 30 * 60
assert torch.get_default_dtype() == torch.float32 and torch.get_float32_matmul_precision() == "highest"
assert torch.backends.cudnn.allow_tf32
