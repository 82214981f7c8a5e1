"""Without a barrier a rank may read before rank 0 has written.

$ torchrun --nproc-per-node 2 snippets/checkpoints/reading_without_a_barrier_finds_no_file.py
"""
# /// script
# [tool.lockstep]
# expect = "FileNotFoundError: [Errno 2] No such file or directory: 'checkpoint.pt'"
# asserts = ['raises("FileNotFoundError", rank=1, at="torch.load") and not raises("FileNotFoundError", rank=0)']
# ///
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
dist.barrier()

# region read
if rank == 0:  # key line, else: if rank == 1:
    time.sleep(0.5)  # stands for a large model and a slow disk
    torch.save({"step": 3}, "checkpoint.pt")
checkpoint = torch.load("checkpoint.pt")
print(f"rank {rank}: step {checkpoint['step']}")
# endregion

dist.destroy_process_group()
