"""DDP gives the same gradient on every rank, from one process per device.

$ torchrun --nproc-per-node 2 snippets/data-parallel/ddp_gives_the_same_gradient_from_two_processes.py
"""
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(model.weight)
batch = torch.tensor([[1.0], [2.0], [3.0], [4.0]])

# region step
model = DistributedDataParallel(model)  # key line
shard = batch.chunk(world_size)[rank]
loss = model(shard).square().mean()  # of this rank's shard only
loss.backward()
gradient = next(model.parameters()).grad.item()
print(f"rank {rank}: loss {loss.item()}, gradient {gradient}")
# endregion

processes = torch.zeros(world_size, dtype=torch.int64)
processes[rank] = os.getpid()
dist.all_reduce(processes)
assert len(set(processes.tolist())) == world_size
assert gradient == 2 * (1 + 4 + 9 + 16) / 4  # the plain model on all four samples
dist.destroy_process_group()
