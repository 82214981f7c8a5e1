"""With a timeout above what the kernels before the call take, the all_reduce ends as it should.

$ torchrun --nproc-per-node 1 snippets/errors/timeout_covers_the_kernel_before_the_call.py
"""

# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# timeout = 120
# ///
from datetime import timedelta

import torch
import torch.distributed as dist

torch.cuda.set_device(0)
covers = timedelta(seconds=60)  # key line, else: covers = timedelta(seconds=5) -> SIGABRT
dist.init_process_group("nccl", timeout=covers)
loss = torch.ones(1, device="cuda")
dist.all_reduce(loss)  # the connection stands

# region log
torch.cuda._sleep(20_000_000_000)  # some 10 s of work on the GPU
dist.all_reduce(loss)
print("called", flush=True)
print(f"loss {loss.item()}", flush=True)
# endregion

assert loss.item() == 1
dist.destroy_process_group()
