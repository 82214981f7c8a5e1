"""A forward through DDP writes the buffers that the backward of an earlier one still needs.

$ torchrun --nproc-per-node 2 snippets/errors/two_forwards_of_batchnorm_and_one_backward.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: one of the variables needed for gradient computation has been modified"
# asserts = ['raises("RuntimeError: modified by an inplace operation", at="loss.backward()")']
# ///
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
loss = loss + (critic(real) - 1).pow(2).mean()  # key line
loss.backward()
print(f"rank {rank}: step done")
# endregion

dist.destroy_process_group()
