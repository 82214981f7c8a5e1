"""Every rank makes the folder before it saves: there it stands on any disk, whoever comes first.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/every_rank_makes_the_folder.py
"""
# /// script
# [tool.lockstep]
# asserts = ['says("rank 0: rank-0.pt") and says("rank 1: rank-1.pt")']
# ///
import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
os.makedirs(f"disk-of-host-{rank}", exist_ok=True)
os.chdir(f"disk-of-host-{rank}")  # each rank stands for a host with a disk of its own

# region save
os.makedirs("checkpoints", exist_ok=True)  # key line, else: rank or os.makedirs("checkpoints") -> RuntimeError: Parent directory
torch.save({"step": 10}, f"checkpoints/rank-{rank}.pt")
print(f"rank {rank}: {', '.join(os.listdir('checkpoints'))}")
# endregion

dist.destroy_process_group()
