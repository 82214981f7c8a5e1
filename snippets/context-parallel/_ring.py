"""Attention along a ring: a step that passes keys on, and the whole with its backward."""
import torch
import torch.distributed as dist
from _attention import Softmax, scores

sent = []  # bytes that this rank has handed over


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
