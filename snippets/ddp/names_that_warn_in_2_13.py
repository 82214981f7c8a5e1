"""Three calls of older DDP scripts still work in 2.13 and warn.

$ torchrun --nproc-per-node 2 snippets/ddp/names_that_warn_in_2_13.py
"""
# /// script
# [tool.lockstep]
# warns = true
# ///
import warnings

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, parts, whole = dist.get_rank(), torch.ones(2), torch.zeros(1)

# region old
warnings.simplefilter("always")
with warnings.catch_warnings(record=True) as warned:
    DistributedDataParallel(torch.nn.Linear(1, 1), broadcast_buffers=True)  # key line
    dist.reduce_scatter_tensor(whole, parts)
    dist.all_gather_into_tensor(parts, whole)
if rank == 0:
    for one in warned:
        print(f"{one.category.__name__}: {str(one.message).split('. ')[0]}")
# endregion

assert parts.tolist() == [2.0, 2.0]  # they still do their work
with warnings.catch_warnings(record=True) as silent:  # the new names
    DistributedDataParallel(torch.nn.Linear(1, 1), forward_sync_buffers=True)
    dist.reduce_scatter_single(whole, parts)
    dist.all_gather_single(parts, whole)
assert [len(warned), len(silent)] == [3, 0] and parts.tolist() == [4.0, 4.0]
dist.destroy_process_group()
