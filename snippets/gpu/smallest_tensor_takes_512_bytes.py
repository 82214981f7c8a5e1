"""The allocator of torch hands out GPU memory in steps of 512 bytes.

$ python snippets/gpu/smallest_tensor_takes_512_bytes.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch

before = torch.cuda.memory_allocated()

# region round
one = torch.zeros(1, device="cuda")  # key line, else: one = torch.empty(0)
taken = torch.cuda.memory_allocated() - before
print(f"the tensor has {one.nbytes} bytes, the allocator counts {taken}")
# endregion

assert (one.nbytes, taken) == (4, 512)
