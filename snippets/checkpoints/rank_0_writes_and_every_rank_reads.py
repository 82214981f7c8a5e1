"""Rank 0 writes one checkpoint, and every rank resumes from it.

$ torchrun --nproc-per-node 2 snippets/checkpoints/rank_0_writes_and_every_rank_reads.py
"""
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

# region save
if rank == 0:
    state = {"model": model.module.state_dict(), "step": steps}
    state["optimizer"] = optimizer.state_dict()
    torch.save(state, "checkpoint.tmp")
    os.replace("checkpoint.tmp", "checkpoint.pt")  # appears only when it is whole
dist.barrier()  # no rank reads before rank 0 has written
# endregion

# region load
fresh = torch.nn.Linear(2, 1)
checkpoint = torch.load("checkpoint.pt", map_location="cpu")  # or this rank's GPU
fresh.load_state_dict(checkpoint["model"])  # key line
resumed = DistributedDataParallel(fresh)  # wrap after loading
resumed_optimizer = torch.optim.AdamW(resumed.parameters(), lr=0.1)
resumed_optimizer.load_state_dict(checkpoint["optimizer"])  # key line
print(f"rank {rank}: resumes after step {checkpoint['step']}")
print(f"rank {rank}: keys {list(checkpoint['model'])}")
# endregion

for new, old in zip(resumed.parameters(), model.parameters(), strict=True):
    assert torch.equal(new, old)
assert checkpoint["step"] == 3
assert len(resumed_optimizer.state) == 2
for new, old in zip(resumed_optimizer.state.values(), optimizer.state.values()):
    assert torch.equal(new["exp_avg"], old["exp_avg"])
dist.destroy_process_group()
