"""All ranks go back to the newest checkpoint that each of them can read.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/newest_checkpoint_that_all_ranks_can_read.py
"""
import os
from pathlib import Path

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()

disk = Path(f"disk-{rank}")  # each rank writes to the disk of its own host
disk.mkdir()
for step in 10, 20:
    torch.save({"step": step, "weight": torch.zeros(1000)}, disk / f"step-{step}.pt")
if rank == 1:
    os.truncate(disk / "step-20.pt", 3000)  # this host died while it wrote


# region resume
def load(step):
    try:
        return torch.load(disk / f"step-{step}.pt")
    except (OSError, RuntimeError, EOFError):
        return None


for step in range(20, 0, -10):  # the same steps on all ranks, also where a file is missing
    state = load(step)
    readable = torch.tensor(int(state is not None))
    dist.all_reduce(readable, dist.ReduceOp.MIN)  # key line
    if readable:
        break
print("go on at step", state["step"])
# endregion

dist.all_gather_object(steps := [0] * ranks, state["step"])
assert steps == [10] * ranks  # shows: all-ranks-step-10
assert load(20) is None or rank == 0  # shows: rank-0-reads-20
dist.destroy_process_group()
