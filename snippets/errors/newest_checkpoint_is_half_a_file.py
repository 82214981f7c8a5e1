"""A job that dies while it writes leaves half a file, which is the newest one.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/newest_checkpoint_is_half_a_file.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: PytorchStreamReader failed reading zip archive: failed finding central directory"
# asserts = ['raises("RuntimeError: PytorchStreamReader failed", at="torch.load") and says("step-20.pt")']
# ///
import os
from pathlib import Path

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

if rank == 0:
    for step in 10, 20:
        torch.save({"step": step, "weight": torch.zeros(1000)}, f"step-{step}.pt")
    os.truncate("step-20.pt", 3000)  # key line
dist.barrier()  # the first run ends here, in the middle of its last file

# region resume
newest = max(Path().glob("step-*.pt"))
print(newest, newest.stat().st_size, "bytes", flush=True)
state = torch.load(newest)
# endregion

dist.destroy_process_group()
