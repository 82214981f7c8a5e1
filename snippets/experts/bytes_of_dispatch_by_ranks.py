"""What dispatch and combine send with even routing: k rows a token, but for those that stay, counted on 2 ranks, else SIMULATED.

$ torchrun --nproc-per-node 2 snippets/experts/bytes_of_dispatch_by_ranks.py
"""
# /// script
# [tool.lockstep]
# simulates = 8
# ///
import os

import torch
import torch.distributed as dist

TOKENS, EXPERTS, K, DIM, WIDE = 32, 8, 2, 16, 8


def count(backend, rank, ranks):
    """The bytes that a rank sends to others for its tokens in the dispatch, and the bytes of experts that it holds."""
    dist.init_process_group(backend, rank=rank, world_size=ranks)
    # region count
    held = EXPERTS // ranks
    token = torch.arange(TOKENS)[:, None]
    chosen = (token + torch.tensor([0, 3])) % EXPERTS  # a router that is even
    rows = torch.ones(TOKENS * K, DIM)  # one for each token and expert
    splits = (chosen // held).flatten().bincount(minlength=ranks)
    dist.all_to_all_single(torch.empty_like(rows), rows, splits.tolist(), splits.tolist())
    leaves = int(splits.sum() - splits[rank])  # key line, else: leaves = int(splits.sum())
    sent, experts = leaves * rows[0].nbytes, held * 2 * DIM * WIDE * 4
    # endregion
    dist.destroy_process_group()
    return sent, sent, experts


me, line = int(os.environ["RANK"]), "{:>5} {:<9} {:>10} {:>9} {:>10}"
real = count("gloo", me, 2)
assert count("fake", me, 2) == real
if me == 0:
    print("ranks           dispatch B combine B  experts B")
    print(line.format(2, "REAL", *real))
    for ranks in (1, 4, 8):
        found = count("fake", 0, ranks)
        print(line.format(ranks, "SIMULATED", *found))
        assert found[0] == K * TOKENS * DIM * 4 * (ranks - 1) // ranks
        assert found[2] == 2 * DIM * WIDE * 4 * EXPERTS // ranks
