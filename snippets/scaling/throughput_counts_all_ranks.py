"""Throughput counts the samples of all ranks, by the clock of the rank that ends last.

$ torchrun --nproc-per-node 2 snippets/scaling/throughput_counts_all_ranks.py
"""
# /// script
# [tool.lockstep]
# volatile = ["samples/s"]
# ///
import os
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

cuda = torch.cuda.is_available()
dist.init_process_group("nccl" if cuda else "gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
local_rank = int(os.environ["LOCAL_RANK"])
device = torch.device("cuda", local_rank) if cuda else torch.device("cpu")
if cuda:
    torch.cuda.set_device(device)  # synchronize() waits for the current device
model = DistributedDataParallel(torch.nn.Linear(64, 64).to(device))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
batch, warm_up, steps = 32, 5, 20  # the batch of one rank

# region benchmark
for step in range(warm_up + steps):
    if step == warm_up:  # what loads, allocates and tunes is over
        dist.barrier()
        if cuda:
            torch.cuda.synchronize()
        start = time.perf_counter()
    model(torch.randn(batch, 64, device=device)).sum().backward()
    optimizer.step()
    optimizer.zero_grad()
if cuda:
    torch.cuda.synchronize()  # the last step is launched, not done
seconds = time.perf_counter() - start
seconds = torch.tensor(seconds, dtype=torch.float64, device=device)
dist.all_reduce(seconds, op=dist.ReduceOp.MAX)  # key line
samples = steps * batch * world_size
if rank == 0:
    print(f"{world_size} ranks, {steps} steps: {samples} samples")
    print(f"{samples / seconds.item():.3g} samples/s")
# endregion

clocks = [torch.zeros_like(seconds) for _ in range(world_size)]
dist.all_gather(clocks, seconds)
assert all(clock == clocks[0] for clock in clocks) and samples == 2 * 20 * 32
dist.destroy_process_group()
