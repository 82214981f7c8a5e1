"""Rank 0 writes one checkpoint, and every rank resumes from it.

$ torchrun --nproc-per-node 2 snippets/checkpoints/rank_0_writes_and_every_rank_reads.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if rank == 0:"
# stays = "Without it both ranks write and rename one file, and it is luck whether each still finds it."
#
# [[tool.lockstep.what-if]]
# line = "resumed = DistributedDataParallel(resumed)"
# stays = "The training that goes on from here needs it. The program ends before its first step."
# ///
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(rank)  # each rank has other data

model = DistributedDataParallel(torch.nn.Linear(2, 1))
optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
steps = 3
for _ in range(steps):
    optimizer.zero_grad()
    model(torch.randn(4, 2)).square().mean().backward()
    optimizer.step()

# region resume
state = {"model": model.module.state_dict(), "step": steps}
state["optimizer"] = optimizer.state_dict()
if rank == 0:
    torch.save(state, "checkpoint.tmp")
    os.replace("checkpoint.tmp", "checkpoint.pt")  # appears only when it is whole
dist.barrier()  # no rank reads before rank 0 has written

resumed = torch.nn.Linear(2, 1)
checkpoint = torch.load("checkpoint.pt", map_location="cpu")
resumed.load_state_dict(checkpoint["model"])  # key line
resumed = DistributedDataParallel(resumed)  # wrap after loading
resumed_optimizer = torch.optim.AdamW(resumed.parameters(), lr=0.1)
resumed_optimizer.load_state_dict(checkpoint["optimizer"])  # key line
print(f"resumes after step {checkpoint['step']}")
# endregion

for new, old in zip(resumed.parameters(), model.parameters(), strict=True):
    assert torch.equal(new, old)
assert checkpoint["step"] == 3 and list(checkpoint["model"]) == ["weight", "bias"]
assert len(resumed_optimizer.state) == 2
for new, old in zip(resumed_optimizer.state.values(), optimizer.state.values()):
    assert torch.equal(new["exp_avg"], old["exp_avg"])
dist.destroy_process_group()
