"""A launch returns at once: the GPU is still at work when the host goes on.

$ python snippets/gpu/launch_returns_before_the_kernel_ends.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import time

import torch

done = torch.cuda.Event()
torch.cuda._sleep(1)  # the first launch loads the kernel
torch.cuda.synchronize()

# region launch
torch.cuda._sleep(1_000_000_000)  # key line
done.record()
time.sleep(0.05)
early = done.query()
print("the host went on, the GPU is done:", early)
torch.cuda.synchronize()
print("after synchronize the GPU is done:", done.query())
# endregion

assert not early  # a billion cycles take about half a second
assert done.query()
