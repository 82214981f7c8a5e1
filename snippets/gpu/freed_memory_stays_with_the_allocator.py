"""del gives memory back to the allocator of torch; empty_cache gives it back to the GPU.

$ python snippets/gpu/freed_memory_stays_with_the_allocator.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch

mib = 2**20


def counted():  # in MiB: held by tensors, and held by the allocator
    return torch.cuda.memory_allocated() // mib, torch.cuda.memory_reserved() // mib


# region free
tensor = torch.empty(64 * mib, dtype=torch.uint8, device="cuda")
print("with the tensor:", counted())
del tensor
print("after del:", counted())
kept = counted()
torch.cuda.empty_cache()  # key line
print("after empty_cache:", counted())
# endregion

assert kept == (0, 64)
assert counted() == (0, 0)
