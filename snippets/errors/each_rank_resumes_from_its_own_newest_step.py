"""Ranks that each take the newest checkpoint of their own disk go on at different steps, and the job hangs at its end.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/each_rank_resumes_from_its_own_newest_step.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   'says("goes on at step 5", rank=0) and waits("dist.barrier()", rank=0)',
#   'waits("dist.all_reduce(gradient)", rank=1)',
# ]
# timeout = 15
# ///
from pathlib import Path

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
disk = Path(f"disk-{rank}")  # each host has its own
disk.mkdir()
for step in [3, 5] if rank == 0 else [3]:  # key line, else: for step in [3, 5]:
    torch.save({"step": step}, disk / f"step-{step}.pt")  # host 1 died before its second save

# region resume
mine = {torch.load(path)["step"] for path in disk.glob("step-*.pt")}
step = max(mine)
print(f"rank {rank}: has {sorted(mine)}, goes on at step {step}", flush=True)
while step < 6:
    gradient = torch.ones(1)
    dist.all_reduce(gradient)
    step += 1
dist.barrier()
# endregion

dist.destroy_process_group()
