"""NCCL counts its timeout from the call: a kernel before it that takes longer ends a job in which no rank is missing.

$ torchrun --nproc-per-node 1 snippets/errors/watchdog_counts_the_kernel_before_the_call.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# expect = "SIGABRT"
# asserts = ['raises("SIGABRT", rank=0) and complains("Watchdog caught collective operation timeout", rank=0)']
# timeout = 120
# ///
from datetime import timedelta

import torch
import torch.distributed as dist

torch.cuda.set_device(0)
dist.init_process_group("nccl", timeout=timedelta(seconds=5))  # the default is 10 minutes
loss = torch.ones(1, device="cuda")
dist.all_reduce(loss)  # the connection stands

# region log
# Some 45 s of work on the GPU.
torch.cuda._sleep(90_000_000_000)  # key line
dist.all_reduce(loss)
print("called", flush=True)
print(f"loss {loss.item()}", flush=True)
# endregion

dist.destroy_process_group()
