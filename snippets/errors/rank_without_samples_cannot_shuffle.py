"""Rank 1 keeps samples by a filter that leaves it none: RandomSampler refuses, and rank 0 waits for rank 1.

$ torchrun --nproc-per-node 2 snippets/errors/rank_without_samples_cannot_shuffle.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: num_samples should be a positive integer value, but got num_samples=0"
# asserts = ['raises("ValueError: num_samples should be a positive integer value", rank=1) and first() == 1']
# ///
import torch.distributed as dist
from torch.utils.data import DataLoader

dist.init_process_group("gloo")
rank = dist.get_rank()
lengths = [3, 9, 4, 8, 2, 7, 5, 6]  # of texts; the long ones are all on rank 1

# region share
mine = [length for length in lengths[rank::2] if length < 6]  # key line, else: mine = [length for length in lengths if length < 6][rank::2]
print(f"rank {rank}: {len(mine)} samples", flush=True)
for batch in DataLoader(mine, shuffle=True):
    dist.all_reduce(batch)
# endregion

dist.destroy_process_group()
