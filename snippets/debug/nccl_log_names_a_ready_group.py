"""NCCL_DEBUG=INFO writes a log for each process: a rank without the line Init COMPLETE has not met the others.

$ NCCL_DEBUG=INFO NCCL_DEBUG_FILE=%p.log torchrun --nproc-per-node 1 snippets/debug/nccl_log_names_a_ready_group.py
"""

# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# volatile = ["lines of log"]
# ///
import os
from pathlib import Path

import torch
import torch.distributed as dist

torch.cuda.set_device(0)
dist.init_process_group("nccl")

# region log
dist.all_reduce(torch.ones(4, device="cuda"))  # key line
torch.cuda.synchronize()
log = Path(f"{os.getpid()}.log")
lines = log.read_text().splitlines() if log.exists() else []
ready = [line for line in lines if "Init COMPLETE" in line]
print(f"lines of log: {len(lines)}")
print(f"groups that are ready: {len(ready)}")
# endregion

assert len(ready) == 1 and "nranks 1" in ready[0]
dist.destroy_process_group()
