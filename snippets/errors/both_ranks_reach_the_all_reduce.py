"""All ranks call the all_reduce, one rank prints; the watchdog has nothing to do.

$ torchrun --nproc-per-node 2 snippets/errors/both_ranks_reach_the_all_reduce.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# cpu = false
# ///
import os
from datetime import timedelta

import torch
import torch.distributed as dist

torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
dist.init_process_group("nccl", timeout=timedelta(seconds=10))  # the default is 10 minutes
rank = dist.get_rank()
loss = torch.tensor(rank + 1.0, device="cuda")

# region log
dist.all_reduce(loss)  # key line
if rank == 0:  # only rank 0 writes the log
    print(f"loss {loss.item() / 2}", flush=True)
# endregion

assert loss.item() == 1.0 + 2.0
dist.destroy_process_group()
