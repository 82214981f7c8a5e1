"""After a timeout that is caught, every further collective of the group fails, though both ranks are there.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/caught_timeout_leaves_a_dead_group.py
"""
from datetime import timedelta

import torch
import torch.distributed as dist

dist.init_process_group("gloo", timeout=timedelta(seconds=8))
rank, store = dist.get_rank(), dist.distributed_c10d._get_default_store()

# region step
did = []
for step in 1, 2, 3:
    if rank == 1 and step == 2:
        store.wait(["rank 0 gave up"], timedelta(seconds=30))  # key line
    try:
        dist.all_reduce(torch.ones(1))
        did.append("works")
    except RuntimeError:
        did.append("fails")
        store.set(f"rank {rank} gave up", "")
print(f"rank {rank}: {did}")
# endregion

dist.destroy_process_group()
assert did == ["works", "fails", "fails"]  # shows: further-steps-fail
