"""item() waits until the GPU has computed the number.

$ python snippets/gpu/item_waits_for_the_gpu.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import time

import torch

done = torch.cuda.Event()
loss = torch.ones((), device="cuda")
loss.item()

# region item
torch.cuda._sleep(1_000_000_000)  # about half a second of work
done.record()
time.sleep(0.05)
print("before item() the GPU is done:", done.query())
value = loss.item()  # key line, else: value = 1.0
after = done.query()
print("after item() the GPU is done:", after)
# endregion

assert after
assert value == 1.0
