"""Attention over a part of the tokens: positions, scores under a mask, and a softmax to which blocks of keys are added."""
import torch


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
