"""Rank 0 draws for all ranks, so all of them skip a block or none does.

$ torchrun --nproc-per-node 2 snippets/debug/one_draw_decides_for_all_ranks.py
"""
# /// script
# [tool.lockstep]
# timeout = 15
# ///
import random

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
statistics = torch.ones(2)

# region train
random.seed([0, 22][rank])
for step in range(3):
    draw = torch.tensor(random.random())
    dist.broadcast(draw, src=0)  # key line -> hang
    runs = draw > 0.5
    print(f"rank {rank}: step {step}: block {'runs' if runs else 'is skipped'}")
    if runs:
        dist.all_reduce(statistics)  # of a BatchNorm
dist.barrier()
# endregion

assert statistics.tolist() == [4.0, 4.0]
dist.destroy_process_group()
