"""Losses that are checked before the average name the rank and the step of a NaN, and all ranks skip that step.

$ torchrun --nproc-per-node 4 snippets/errors/loss_is_checked_before_the_average.py
"""
import math

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
samples = [rank + 1.0, math.nan if rank == 2 else 9.0, rank + 5.0]
net = torch.nn.Linear(1, 1, bias=False)
model, named, norms = DistributedDataParallel(net), [], []

# region train
for step, sample in enumerate(samples):
    model.zero_grad()
    loss = model(torch.tensor([[sample]])).mean()
    good = torch.isfinite(loss).int()
    of_all = [torch.ones_like(good) for _ in range(world_size)]
    dist.all_gather(of_all, good)  # key line -> RuntimeError: The total norm of order 2.0
    bad = [number for number, one in enumerate(of_all) if not one]
    print(f"step {step}: loss not finite on ranks {bad}")
    if bad:
        continue
    loss.backward()
    # endregion
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 99.0, error_if_nonfinite=True)
    named, norms = [*named, step], [*norms, norm.item()]

assert named == [0, 2]  # step 1 is left out, on every rank
assert norms == [(1 + 2 + 3 + 4) / 4, (5 + 6 + 7 + 8) / 4]  # what one process has on the whole batch
dist.destroy_process_group()
