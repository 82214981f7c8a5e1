"""DDP gives the same gradient on every rank, from one process per device.

$ torchrun --nproc-per-node 2 snippets/data-parallel/ddp_gives_the_same_gradient_from_two_processes.py
"""
import os

import torch
import torch.distributed as dist
from torch.distributed.tensor.debug import CommDebugMode
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
assert len(set(processes.tolist())) == world_size  # shows: command-starts
assert gradient == 2 * (1 + 4 + 9 + 16) / 4  # the plain model on all four samples
assert len(shard) == len(batch) / world_size  # shows: shards-equally-large
own = 2 * shard.square().mean().item()
assert loss == shard.square().mean() and own == (5, 25)[rank]  # shows: one-loss-each-rank
assert gradient == (5 + 25) / world_size  # shows: average-number-of-ranks

model(shard).sum().backward()  # the second step, in which DDP also agrees on its buckets
with CommDebugMode() as forward:
    loss = model(shard.clone().requires_grad_()).sum()
with CommDebugMode() as backward:
    loss.backward()
counts = forward.get_total_counts(), backward.get_total_counts()
assert counts == (0, 1)  # shows: weights-outputs-gradients-of-outputs
dist.destroy_process_group()
