"""Filtered first and shared out then, both ranks have samples, and equally many.

$ torchrun --nproc-per-node 2 snippets/errors/filter_comes_before_the_split.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "dist.all_reduce(batch)"
# stays = "Both ranks have two samples, so nobody waits with it or without. It is there because a training step sends."
# ///
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank = dist.get_rank()
lengths = [3, 9, 4, 8, 2, 7, 5]

# region share
short = [length for length in lengths if length < 6]  # key line, else: short = [lengths[1], lengths[3]]
loader = DataLoader(short, sampler=DistributedSampler(short))
print(f"rank {rank}: {len(loader)} samples", flush=True)
for batch in loader:
    dist.all_reduce(batch)
# endregion

assert len(loader) == 2
dist.destroy_process_group()
