"""The forward decides: a backward inside no_sync still synchronises when its forward ran outside.

$ torchrun --nproc-per-node 2 snippets/batch-size/forward_outside_no_sync_still_synchronises.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "with model.no_sync():"
# stays = "That is the claim: with the forward outside, no_sync around backward changes nothing."
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
model = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
shard = torch.full((1, 1), rank + 1.0)  # own gradient: 1 on rank 0, 2 on rank 1

# region contexts
loss = model(shard).sum()
with model.no_sync():
    loss.backward()
outside = model.module.weight.grad.item()

model.zero_grad()
with model.no_sync():  # key line
    loss = model(shard).sum()
    loss.backward()
inside = model.module.weight.grad.item()
print(f"rank {rank}: forward outside {outside}, forward inside {inside}")
# endregion

assert outside == 1.5  # the mean of 1 and 2: synchronised
assert inside == rank + 1  # the own gradient: not synchronised
model.zero_grad()
with model.no_sync():
    loss = model(shard).sum()
loss.backward()  # outside, and it sends nothing either
assert outside == 1.5 and model.module.weight.grad.item() == rank + 1  # shows: forward-either-place
dist.destroy_process_group()
