"""If rank 0 builds another model than the rest, all ranks complain except rank 0.

$ torchrun --nproc-per-node 4 snippets/errors/four_ranks_job_5.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: [1]: params[0] in this process with sizes [2, 3] appears not to match sizes"
# asserts = [
#   'raises("RuntimeError: params[0]", rank=1) and raises("RuntimeError: params[0]", rank=2)',
#   'raises("RuntimeError: params[0]", rank=3) and raises("RuntimeError: Timed out waiting", rank=0) and first() == 1',
# ]
# timeout = 150
# log = true
# ///
from datetime import timedelta

import torch
import torch.distributed as dist
from _order import ends_first
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo", timeout=timedelta(seconds=20))
rank, world_size = dist.get_rank(), dist.get_world_size()
ends_first(1, after=[0, 2, 3])  # so that each of them has printed its traceback

labels = [0, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 1]
labels[8] = 2  # key line

# region build
mine = labels[rank::world_size]
print(f"rank {rank}: {len(mine)} labels read")
classes = len(set(mine))
model = DistributedDataParallel(torch.nn.Linear(3, classes))
# endregion

dist.destroy_process_group()
