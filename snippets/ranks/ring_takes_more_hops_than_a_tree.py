"""The hops of a ring grow with the ranks, those of a tree with their logarithm; the tree sends more. SIMULATED up to 1,024 ranks.

$ python snippets/ranks/ring_takes_more_hops_than_a_tree.py
"""
# /// script
# [tool.lockstep]
# simulates = 1024
# ///
import torch


# region hops
def ring(n):  # each hop: who sends, to whom, which chunk, and whether it is added
    ranks = torch.arange(n)
    for hop in range(2 * (n - 1)):
        yield ranks, (ranks + 1) % n, (ranks - hop) % n, hop < n - 1  # key line, else: yield ranks, (ranks + 1) % n, (ranks - hop) % n, True


def tree(n):  # pairs, then pairs of pairs; and back
    ranks, steps = torch.arange(n), [2**k for k in range(n.bit_length() - 1)]
    for step in steps:
        yield ranks[step::2 * step], ranks[::2 * step], slice(None), True
    for step in steps[::-1]:
        yield ranks[::2 * step], ranks[step::2 * step], slice(None), False
# endregion


def play(hops, n):
    """The tensors of all ranks in one matrix; returns hops, and what the busiest rank sends."""
    tensors = torch.arange(1.0, n + 1).repeat(n, 1).T.contiguous()  # (rank, chunk)
    sent = torch.zeros(n)
    for count, (source, target, chunk, add) in enumerate(hops(n), 1):
        moved = tensors[source, chunk]
        tensors[target, chunk] = moved + add * tensors[target, chunk]
        sent[source] += moved.numel() / len(source) / n
    assert tensors.eq(n * (n + 1) / 2).all()  # every rank has the sum
    return count, round(sent.max().item(), 3)


line = "{:>5} {:<9} {:>6} {:>6} {:>6} {:>6}"
print(line.format("ranks", "", "ring", "sends", "tree", "sends"))
for n in (4, 8, 64, 1024):  # for 16,384 the matrix would take 1 GiB
    around, down = play(ring, n), play(tree, n)
    print(line.format(n, "SIMULATED", *around, *down))
    log = n.bit_length() - 1
    assert around == (2 * (n - 1), round(2 * (n - 1) / n, 3)) and down == (2 * log, log)
