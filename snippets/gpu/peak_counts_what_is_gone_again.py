"""The peak of an expression counts its intermediate result, which is gone when it ends.

$ python snippets/gpu/peak_counts_what_is_gone_again.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch

mib = 2**20
tensor = torch.zeros(8 * mib, device="cuda")  # 32 MiB

# region peak
torch.cuda.reset_peak_memory_stats()
result = tensor + 1
result = (tensor * 2).add(1)  # key line
stays = torch.cuda.memory_allocated() // mib
peak = torch.cuda.max_memory_allocated() // mib
print(f"stays {stays} MiB, peak {peak} MiB")
# endregion

assert stays == 64  # the tensor and the result
assert peak == 128  # and the product, and the first result until it is replaced
