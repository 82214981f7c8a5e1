"""Ranks that each take the newest checkpoint of their own disk go on at different steps, and the job hangs at its end.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/each_rank_resumes_from_its_own_newest_step.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = ['says("goes on at step 5", rank=0) and waits("dist.barrier()", rank=0) and waits("dist.all_reduce(gradient)", rank=1)']
# timeout = 15
# ///
from pathlib import Path

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
disk = Path(f"disk-{rank}")  # each host has its own
disk.mkdir()
for step in [3, 5] if rank == 0 else [3]:  # key line, else: for step in [3, 5]:
    torch.save({"step": step}, disk / f"step-{step}.pt")  # host 1 died before its second save
dist.barrier()

# region resume
newest = max(disk.glob("step-*.pt"))
step = torch.load(newest)["step"]
print(f"rank {rank}: goes on at step {step}", flush=True)
while step < 6:
    gradient = torch.ones(1)
    dist.all_reduce(gradient)
    step += 1
dist.barrier()
# endregion

dist.destroy_process_group()
