"""A non-blocking copy from pinned memory takes what stands there when its turn comes, not when it was called.

$ python snippets/gpu/pinned_source_is_read_when_its_turn_comes.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch

source = torch.ones(2**20).pin_memory()
target = torch.zeros(2**20, device="cuda")
target.copy_(source, non_blocking=True)
torch.cuda._sleep(1)
torch.cuda.synchronize()

# region copy
torch.cuda._sleep(1_000_000_000)  # the GPU is busy for half a second
target.copy_(source, non_blocking=True)
source.fill_(7.0)  # key line
torch.cuda.synchronize()
print("arrived:", target.unique().tolist())
# endregion

assert target.unique().tolist() == [7.0]
