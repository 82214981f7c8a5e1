"""A clock read around a launch misses the work; after synchronize it agrees with the GPU's events.

$ python snippets/gpu/clock_around_a_launch_misses_the_work.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import time

import torch

start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
torch.cuda._sleep(1)  # the first launch loads the kernel
torch.cuda.synchronize()

# region clock
began = time.perf_counter()
start.record()
torch.cuda._sleep(1_000_000_000)  # about half a second
end.record()
launched = time.perf_counter() - began
torch.cuda.synchronize()  # key line -> RuntimeError: Both events must be completed
finished = time.perf_counter() - began
worked = start.elapsed_time(end) / 1000
print("before synchronize the clock sees a tenth of it:", launched > worked / 10)
print("after synchronize it sees all of it:", finished > 0.99 * worked)
# endregion

assert launched < worked / 10
assert finished > 0.99 * worked
