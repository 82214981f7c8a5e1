"""Pairs of query and key under a causal mask: contiguous parts give the last of 16 ranks 30 times the work of the first, zigzag equal work.

$ python snippets/context-parallel/zigzag_levels_the_work.py
"""
import torch
from _attention import zigzag


def work(at):
    """Pairs that each rank computes, and the sum over the steps of a ring of the pairs of the slowest."""
    ranks = len(at)
    steps = [[int((at[rank][:, None] >= at[rank - step]).sum()) for rank in range(ranks)] for step in range(ranks)]
    return [sum(rank) for rank in zip(*steps, strict=True)], sum(map(max, steps))


# region count
tokens, slowest = 1024, {}
for ranks in (2, 4, 16):
    layouts = {"contiguous": torch.arange(tokens).chunk(ranks), "zigzag": zigzag(tokens, ranks)}  # key line, else: layouts = dict.fromkeys(("contiguous", "zigzag"), torch.arange(tokens).chunk(ranks))
    even = tokens * (tokens + 1) // 2 / ranks
    for name, at in layouts.items():
        each, slowest[name, ranks] = work(at)
        share = slowest[name, ranks] / even
        print(f"{ranks} ranks, {name}: first {each[0]}, last {each[-1]} pairs, all steps take {share:.2f} shares")
# endregion

zig, flat = work(zigzag(tokens, 16)), work(torch.arange(tokens).chunk(16))
assert len(set(zig[0])) == 1  # shows: zigzag-equal-work
assert 30 < flat[0][-1] / flat[0][0] < 31  # shows: last-rank-thirty-times
assert slowest["zigzag", 16] * 16 == tokens * (tokens + 1) // 2
assert slowest["contiguous", 16] > 1.9 * slowest["zigzag", 16]
