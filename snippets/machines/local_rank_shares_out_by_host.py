"""Samples that are shared out by LOCAL_RANK are read on every host, and some are read on none.

$ torchrun --nnodes 2 --nproc-per-node 2 --rdzv-backend c10d \
    --rdzv-endpoint node0:29400 snippets/machines/local_rank_shares_out_by_host.py
"""
import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
reads = torch.zeros(8, dtype=torch.long)  # how often each of 8 samples was read

# region read
rank = int(os.environ["LOCAL_RANK"])  # key line, else: rank = dist.get_rank()
mine = range(rank, 8, dist.get_world_size())
reads[list(mine)] += 1
dist.all_reduce(reads)
print(f"reads of each sample: {reads.tolist()}")
# endregion

assert reads.tolist() == [2, 2, 0, 0, 2, 2, 0, 0]
dist.destroy_process_group()
