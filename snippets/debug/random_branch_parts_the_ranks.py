"""Each rank draws whether to skip a block; where the draws differ, ranks wait in different calls.

$ torchrun --nproc-per-node 2 snippets/debug/random_branch_parts_the_ranks.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   '''(says("step 1: block runs", rank=0) and says("step 1: block is skipped", rank=1)
#      and waits("dist.all_reduce(statistics)", rank=0))''',
# ]
# timeout = 5
# ///
import random

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
statistics = torch.ones(2)

# region train
random.seed([0, 22][rank])  # key line, else: random.seed(0)
for step in range(3):
    runs = random.random() > 0.5
    print(f"rank {rank}: step {step}: block {'runs' if runs else 'is skipped'}")
    if runs:
        dist.all_reduce(statistics)  # of a BatchNorm
dist.barrier()
# endregion

dist.destroy_process_group()
