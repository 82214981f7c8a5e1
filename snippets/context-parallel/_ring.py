"""Attention over a part of the tokens: a softmax to which blocks of keys are added, a step along a ring, and positions."""
import torch
import torch.distributed as dist

sent = []  # bytes that this rank has handed over


def sequence(tokens=16, heads=2, kv_heads=2, size=4):
    """The same queries, keys and values on every rank, as (key heads, queries for each, tokens, size)."""
    torch.manual_seed(0)
    q = torch.randn(kv_heads, heads // kv_heads, tokens, size)
    return q, *(torch.randn(kv_heads, 1, tokens, size) for _ in range(2))


def zigzag(tokens, ranks):
    """The positions of each rank: one stretch from the head of the sequence and one from its tail."""
    parts = torch.arange(tokens).chunk(2 * ranks)
    return [torch.cat([parts[rank], parts[-1 - rank]]) for rank in range(ranks)]


def scores(q, k, mine, theirs, documents=None):
    """Products of queries and keys. A key behind the query, or of another document, counts for nothing."""
    seen = mine[:, None] >= theirs
    if documents is not None:
        seen = seen & (documents[mine][:, None] == documents[theirs])
    return (q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~seen, -torch.inf)


class Softmax:
    """Attention of some queries. Blocks of keys and values are added one after another, the own tokens first."""

    def __init__(self, q):
        self.q = q
        self.top, self.total = (torch.full_like(q[..., :1], start) for start in (-torch.inf, 0.0))
        self.value = torch.zeros_like(q)

    def add(self, kv, mine, theirs, documents=None):
        part = scores(self.q, kv[0], mine, theirs, documents)
        top = torch.maximum(self.top, part.amax(-1, keepdim=True))
        shrink, weights = (self.top - top).exp(), (part - top).exp()
        self.total = self.total * shrink + weights.sum(-1, keepdim=True)
        self.value = self.value * shrink + weights @ kv[1]
        self.top = top

    def result(self):
        return self.value / self.total

    def logsumexp(self):
        return self.top + self.total.log()


def pass_on(tensor, group=None):
    """To the next rank of the group; returns what the rank before sends."""
    ring, came = dist.get_process_group_ranks(group or dist.group.WORLD), torch.empty_like(tensor)
    place = dist.get_rank(group)
    after, before = ring[(place + 1) % len(ring)], ring[place - 1]
    for work in dist.batch_isend_irecv([dist.P2POp(dist.isend, tensor, after), dist.P2POp(dist.irecv, came, before)]):
        work.wait()
    sent.append(tensor.nbytes)
    return came


class Ring(torch.autograd.Function):
    """Ring attention with a backward. `at` has the positions of each rank of the group."""

    @staticmethod
    def forward(ctx, q, k, v, at, documents=None, group=None):
        rank, ranks = dist.get_rank(group), dist.get_world_size(group)
        kv, part = torch.stack([k, v]), Softmax(q)
        for step in range(ranks):
            part.add(kv, at[rank], at[(rank - step) % ranks], documents)
            kv = pass_on(kv, group) if step < ranks - 1 else kv
        y = part.result()
        ctx.save_for_backward(q, k, v, y, part.logsumexp())
        ctx.more = at, documents, group
        return y

    @staticmethod
    def backward(ctx, slope):
        (q, k, v, y, lse), (at, documents, group) = ctx.saved_tensors, ctx.more
        rank, ranks = dist.get_rank(group), dist.get_world_size(group)
        kv, dq, dkv = torch.stack([k, v]), torch.zeros_like(q), torch.stack([torch.zeros_like(k)] * 2)
        for step in range(ranks):
            weights = (scores(q, kv[0], at[rank], at[(rank - step) % ranks], documents) - lse).exp()
            inner = weights * (slope @ kv[1].mT - (slope * y).sum(-1, keepdim=True)) / q.shape[-1] ** 0.5
            dq += inner @ kv[0]
            dkv[0] += (inner.mT @ q).sum_to_size(k.shape)
            dkv[1] += (weights.mT @ slope).sum_to_size(v.shape)
            kv = pass_on(kv, group) if step < ranks - 1 else kv
            dkv = pass_on(dkv, group)  # one step more than the keys, so that the sum comes home
        return dq, dkv[0], dkv[1], None, None, None
