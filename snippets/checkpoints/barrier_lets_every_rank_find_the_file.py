"""A barrier between the write and the reads lets every rank find the file.

$ torchrun --nproc-per-node 2 snippets/checkpoints/barrier_lets_every_rank_find_the_file.py
"""
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
dist.barrier()

# region read
if rank == 0:
    time.sleep(0.5)  # stands for a large model and a slow disk
    torch.save({"step": 3}, "checkpoint.pt")
dist.barrier()  # key line -> FileNotFoundError: [Errno 2] No such file
checkpoint = torch.load("checkpoint.pt")
print(f"rank {rank}: step {checkpoint['step']}")
# endregion

assert checkpoint["step"] == 3
dist.destroy_process_group()
