"""Ranks compare the steps on their disks, and all go on at the newest one that everybody has.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/newest_step_that_all_ranks_have.py
"""
from pathlib import Path

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
disk = Path(f"disk-{rank}")  # each host has its own
disk.mkdir()
for step in [3, 5] if rank == 0 else [3]:
    torch.save({"step": step}, disk / f"step-{step}.pt")  # host 1 died before its second save

# region resume
mine = {torch.load(path)["step"] for path in disk.glob("step-*.pt")}
dist.all_gather_object(of_all := [set()] * ranks, mine)
step = max(set.intersection(*of_all))  # key line, else: step = max(mine) -> hang
first = step
print(f"rank {rank}: has {sorted(mine)}, goes on at step {step}", flush=True)
while step < 6:
    gradient = torch.ones(1)
    dist.all_reduce(gradient)
    step += 1
dist.barrier()
# endregion

dist.all_gather_object(steps := [0] * ranks, first)
assert steps == [3] * ranks  # shows: all-ranks-step-3
dist.destroy_process_group()
