"""With contiguous parts, 4 ranks wait in each step of the ring for one that has pairs to compute; a pair is a sleep here.

$ torchrun --nproc-per-node 4 snippets/context-parallel/ranks_wait_for_the_slowest.py
"""
import time

import torch
import torch.distributed as dist
from _ring import pass_on

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
whose, met = torch.tensor([rank]), []  # in place of keys and values

# region ring
at, pairs = torch.arange(16).chunk(ranks), []
for step in range(ranks):
    met.append(whose.item())
    pairs.append(int((at[rank][:, None] >= at[met[-1]]).sum()))  # what the mask leaves
    time.sleep(pairs[-1] / 100)  # in place of the products
    whose = pass_on(whose)  # key line
print(f"rank {rank}: pairs in each step {pairs}, {sum(pairs)} in all")
# endregion

assert met == [(rank - step) % ranks for step in range(ranks)]
assert pairs == [10, *(16 if source < rank else 0 for source in met[1:])]  # shows: whole-blocks-or-nothing
dist.barrier()
dist.destroy_process_group()
