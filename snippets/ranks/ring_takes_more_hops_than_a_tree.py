"""A ring takes 2 (N - 1) hops and a tree 2 log2 N, but sends more, SIMULATED up to 1,024 ranks.

$ torchrun --nproc-per-node 4 snippets/ranks/ring_takes_more_hops_than_a_tree.py
"""
# /// script
# [tool.lockstep]
# simulates = 1024
# ///
import math
import torch
import torch.distributed as dist


# region hops
def ring(n):  # each hop: who sends, to whom, which chunk, and whether it is added
    ranks = torch.arange(n)
    for hop in range(2 * (n - 1)):
        yield ranks, (ranks + 1) % n, (ranks - hop) % n, hop < n - 1  # key line


def tree(n):  # pairs, then pairs of pairs; and back
    ranks, steps = torch.arange(n), [2**k for k in range(n.bit_length() - 1)]
    for step in steps:
        yield ranks[step::2 * step], ranks[::2 * step], None, True
    for step in steps[::-1]:
        yield ranks[::2 * step], ranks[step::2 * step], None, False
# endregion


def simulate(hops, n):
    """The tensors of all ranks in one matrix; returns hops, and what the busiest rank sends."""
    tensors = torch.arange(1.0, n + 1).repeat(n, 1).T.contiguous()  # (rank, chunk)
    sent = torch.zeros(n)
    for count, (source, target, chunk, add) in enumerate(hops(n), 1):
        at = (slice(None),) if chunk is None else (chunk,)
        moved = tensors[source, *at]
        tensors[target, *at] = tensors[target, *at] + moved if add else moved
        sent[source] += moved.numel() / len(source) / n
    assert tensors.eq(n * (n + 1) / 2).all()  # every rank has the sum
    return count, round(sent.max().item(), 3)


def real(hops, n, rank):
    """The same hops by isend and recv."""
    tensor, sent = torch.full((n,), rank + 1.0), 0
    for count, (source, target, chunk, add) in enumerate(hops(n), 1):
        mine = (source == rank).nonzero().flatten().tolist()
        theirs = (target == rank).nonzero().flatten().tolist()
        part = [tensor[chunk[i] : chunk[i] + 1] if chunk is not None else tensor
                for i in mine + theirs]  # fmt: skip
        requests = [dist.isend(part[0].clone(), int(target[i])) for i in mine]
        for i in theirs:
            got = torch.empty_like(part[-1])
            dist.recv(got, int(source[i]))
            part[-1].copy_(part[-1] + got if add else got)
        [request.wait() for request in requests]
        sent += part[0].numel() / n if mine else 0
    assert tensor.eq(n * (n + 1) / 2).all()
    return count, sent


dist.init_process_group("gloo")
rank = dist.get_rank()
ran = []
for hops in (ring, tree):
    count, sent = real(hops, 4, rank)
    busiest = torch.tensor(sent)
    dist.all_reduce(busiest, dist.ReduceOp.MAX)
    assert (count, busiest.item()) == simulate(hops, 4)
    ran += count, busiest.item()
dist.destroy_process_group()

line = "{:>5} {:<9} {:>6} {:>6} {:>6} {:>6}"
if rank == 0:
    print(line.format("ranks", "", "ring", "sends", "tree", "sends"))
    print(line.format(4, "REAL", *ran))
for n in (8, 64, 1024) if rank == 0 else ():  # for 16,384 the matrix would take 1 GiB
    (hops, sent), (few, most) = simulate(ring, n), simulate(tree, n)
    print(line.format(n, "SIMULATED", hops, sent, few, most))
    assert (hops, sent) == (2 * (n - 1), round(2 * (n - 1) / n, 3))
    assert (few, most) == (2 * math.log2(n), math.log2(n))
