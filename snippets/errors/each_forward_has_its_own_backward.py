"""With a backward after each forward, no buffer is written between a forward and its backward.

$ torchrun --nproc-per-node 2 snippets/errors/each_forward_has_its_own_backward.py
"""
import copy
from contextlib import nullcontext

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.autograd._unsafe_preserve_version_counter = nullcontext  # as before the guard
norm, last = torch.nn.BatchNorm1d(1), torch.nn.Linear(1, 1)
real, fake = torch.tensor([[[0.0], [2.0], [3.0]], [[1.0], [5.0], [5.5]]]) + rank

# region train
critic = DistributedDataParallel(torch.nn.Sequential(norm, last))
loss = critic(fake).pow(2).mean()
loss.backward()  # key line
loss = (critic(real) - 1).pow(2).mean()
loss.backward()
print(f"rank {rank}: step done")
# endregion

alone = copy.deepcopy(critic.module)  # without DDP both forwards may come first
alone.zero_grad()
(alone(fake).pow(2).mean() + (alone(real) - 1).pow(2).mean()).backward()
for mine, its in zip(critic.parameters(), alone.parameters(), strict=True):
    dist.all_reduce(its.grad, dist.ReduceOp.AVG)
    assert torch.allclose(mine.grad, its.grad, atol=1e-6)
dist.destroy_process_group()
