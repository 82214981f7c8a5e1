"""Pairs of query and key under a causal mask: contiguous parts give the last of 16 ranks 30 times the work of the first, zigzag equal work.

$ python snippets/context-parallel/zigzag_levels_the_work.py
"""
import torch
from _ring import zigzag

# region count
def work(at):
    """Pairs that a rank computes in each step of the ring, and the sum over the steps of the slowest."""
    ranks = len(at)
    pairs = [[int((at[rank][:, None] >= at[(rank - step) % ranks]).sum()) for step in range(ranks)] for rank in range(ranks)]
    return [sum(rank) for rank in pairs], sum(max(step) for step in zip(*pairs, strict=True))


tokens, slowest = 1024, {}
for ranks in (2, 4, 16):
    for name, at in (("contiguous", torch.arange(tokens).chunk(ranks)), ("zigzag", zigzag(tokens, ranks))):  # key line, else: for name, at in (("contiguous", torch.arange(tokens).chunk(ranks)), ("zigzag", torch.arange(tokens).chunk(ranks))):
        each, slowest[name, ranks] = work(at)
        ideal = tokens * (tokens + 1) // 2 / ranks
        print(f"{ranks} ranks, {name}: first {each[0]}, last {each[-1]}, slowest of all steps {slowest[name, ranks] / ideal:.2f} of an even share")
# endregion

zig, flat = work(zigzag(tokens, 16)), work(torch.arange(tokens).chunk(16))
assert len(set(zig[0])) == 1  # shows: zigzag-equal-work
assert 30 < flat[0][-1] / flat[0][0] < 31  # shows: last-rank-thirty-times
assert slowest["zigzag", 16] * 16 == tokens * (tokens + 1) // 2
assert slowest["contiguous", 16] > 1.9 * slowest["zigzag", 16]
