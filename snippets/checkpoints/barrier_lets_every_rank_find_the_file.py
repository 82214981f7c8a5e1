"""A barrier between the write and the reads lets every rank find the file.

$ torchrun --nproc-per-node 2 snippets/checkpoints/barrier_lets_every_rank_find_the_file.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if rank == 0:"
# stays = "Then both ranks write the same file at the same time. Here it was whole afterwards; nothing promises that."
# ///
import os
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

assert checkpoint["step"] == 3  # shows: barrier-own-line

def rank_1_finds(name, rank_1_sleeps=0.0, rank_0_adds=lambda: None):
    """Whether rank 1 finds a file that rank 0 writes when rank 1 has looked: nothing else makes rank 1 wait."""
    looked = f"{name}.looked"
    if rank == 1:
        time.sleep(rank_1_sleeps)
        found = os.path.exists(name)
        open(looked, "w").close()
        return found
    while not os.path.exists(looked):
        time.sleep(0.01)  # a model that is larger than the one above, and a slower disk
    torch.save({"step": 3}, name)
    rank_0_adds()
    return False

assert not rank_1_finds("slept.pt", rank_1_sleeps=0.1)  # refutes: sleep-before-load
assert not rank_1_finds("synced.pt", rank_0_adds=os.sync)  # refutes: sync-inside-block
found = rank_1_finds("inside.pt", rank_0_adds=dist.barrier)
if rank == 1:
    dist.barrier()  # rank 0 has waited for this one
assert not found  # refutes: barrier-inside-block
dist.destroy_process_group()
