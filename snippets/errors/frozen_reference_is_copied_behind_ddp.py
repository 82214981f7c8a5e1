"""A reference that is copied from the wrapped policy needs no DDP: it is that of rank 0 on every rank.

$ torchrun --nproc-per-node 2 snippets/errors/frozen_reference_is_copied_behind_ddp.py
"""
import copy

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(rank)  # the ranks start with different weights

# region wrap
policy = nn.Linear(4, 2)
unwrapped = copy.deepcopy(policy)
policy = DistributedDataParallel(policy)
reference = copy.deepcopy(policy.module).requires_grad_(False)  # key line, else: reference = unwrapped.requires_grad_(False)
before, after = unwrapped.weight.sum().item(), reference.weight.sum().item()
print(f"rank {rank}: sum of the weights {before:.3f} before DDP, {after:.3f} in the reference")
# endregion

sums = [None] * 2
dist.all_gather_object(sums, (before, after))
assert sums[0][0] != sums[1][0]  # refutes: different-before
assert sums[0][1] == sums[1][1]  # shows: equal-in-the-reference
dist.destroy_process_group()
