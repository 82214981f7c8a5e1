"""After a timeout all ranks leave the group, make a new one under a new prefix, and do the step again.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/new_group_after_a_timeout.py
"""
import os
from datetime import timedelta

import torch
import torch.distributed as dist

rank, ranks = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
store = dist.TCPStore(os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"]), is_master=False)


def join(number):
    names = dist.PrefixStore(f"group {number}", store)
    dist.init_process_group("gloo", store=names, rank=rank, world_size=ranks, timeout=timedelta(seconds=8))


join(1)
# region step
did = []
while did.count("works") < 3:
    if rank == 1 and did == ["works"]:
        store.wait(["rank 0 gave up"], timedelta(seconds=30))
    try:
        dist.all_reduce(torch.ones(1))
        did.append("works")
    except RuntimeError:
        did.append("fails")
    if did[-1] == "fails":
        store.set(f"rank {rank} gave up", "")
        dist.destroy_process_group()
        join(len(did))  # key line -> ValueError: Default process group has not been initialized
print(f"rank {rank}: {did}")
# endregion

assert did == ["works", "fails", "works", "works"]  # shows: step-again-works
dist.destroy_process_group()
