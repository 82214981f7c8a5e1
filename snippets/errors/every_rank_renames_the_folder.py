"""When every rank renames the finished folder, the second one finds nothing to rename.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/every_rank_renames_the_folder.py
"""
# /// script
# [tool.lockstep]
# expect = "FileNotFoundError: [Errno 2] No such file or directory: 'tmp-step-10' -> 'step-10'"
# asserts = ['raises("FileNotFoundError", rank=1, at="os.rename") and says("saved", rank=0)']
# ///
import os
import time
from pathlib import Path

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

# region save
os.makedirs("tmp-step-10", exist_ok=True)
torch.save({"step": 10}, f"tmp-step-10/rank-{rank}.pt")
dist.barrier()  # all files are written
while rank == 1 and not Path("step-10").exists():
    time.sleep(0.01)  # rank 1 comes second
os.rename("tmp-step-10", "step-10")  # key line, else: rank or os.rename("tmp-step-10", "step-10")
print(f"rank {rank}: saved", flush=True)
# endregion

dist.destroy_process_group()
