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
    state = {"model": model.module.state_dict(), "optimizer": optimizer.state_dict(), "step": steps}
    torch.save(state, "checkpoint.tmp")
    os.replace("checkpoint.tmp", "checkpoint.pt")  # the name appears when the file is whole
dist.barrier()  # no rank reads before rank 0 has written
# endregion

# region load
fresh = torch.nn.Linear(2, 1)
checkpoint = torch.load("checkpoint.pt", map_location="cpu")  # on GPUs: this rank's device
fresh.load_state_dict(checkpoint["model"])  # key line
resumed = DistributedDataParallel(fresh)  # wrap after loading
optimizer = torch.optim.AdamW(resumed.parameters(), lr=0.1)
optimizer.load_state_dict(checkpoint["optimizer"])
print(f"rank {rank}: resumes after step {checkpoint['step']}, keys {list(checkpoint['model'])}")
# endregion

assert all(torch.equal(new, old) for new, old in zip(resumed.parameters(), model.parameters(), strict=True))
assert checkpoint["step"] == 3
assert len(optimizer.state_dict()["state"]) == 2
dist.destroy_process_group()
