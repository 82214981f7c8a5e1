"""The folder of a checkpoint is made by rank 0 alone: on the disk of the other host there is none.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/folder_is_made_by_rank_0_alone.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Parent directory checkpoints does not exist."
# asserts = ['raises("RuntimeError", rank=1, at="torch.save") and says("saved", rank=0)']
# ///
import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
os.makedirs(f"disk-of-host-{rank}", exist_ok=True)
os.chdir(f"disk-of-host-{rank}")  # each rank stands for a host with a disk of its own

# region save
if rank == 0:  # key line, else: if rank >= 0:
    os.makedirs("checkpoints", exist_ok=True)
dist.barrier()
torch.save({"step": 10}, f"checkpoints/rank-{rank}.pt")
print(f"rank {rank}: saved", flush=True)
# endregion

dist.destroy_process_group()
