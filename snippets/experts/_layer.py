"""A layer of experts: a router picks some of them for each token, and each expert is an MLP of two matrices."""
import torch
import torch.distributed as dist
from torch.distributed._functional_collectives import all_to_all_single_autograd
from torch.nn import functional


def tensors(tokens=16, experts=4, dim=8, wide=16):
    """The same tokens, router and experts on every rank."""
    torch.manual_seed(0)
    x, router = torch.randn(tokens, dim), torch.randn(dim, experts)
    return x, router, torch.randn(experts, dim, wide) / 4, torch.randn(experts, wide, dim) / 4


def route(x, router, k=2):
    """The weights of the k experts of each token, which add up to one, and their numbers."""
    scores, chosen = (x @ router).topk(k, dim=-1)
    return scores.softmax(-1), chosen


def expert(x, up, down):
    return functional.gelu(x @ up) @ down


def one_process(x, router, up, down, k=2):
    """All experts in one process."""
    (weight, chosen), y = route(x, router, k), torch.zeros_like(x)
    for number in range(len(up)):
        token, place = (chosen == number).nonzero(as_tuple=True)
        y = y.index_add(0, token, weight[token, place, None] * expert(x[token], up[number], down[number]))
    return y


def parallel(x, router, up, down, k=2, group=None):
    """The experts of this rank, `up` and `down`, for tokens of all ranks of the group; and this rank's tokens by theirs."""
    group = group or dist.group.WORLD
    ranks, held = group.size(), len(up)
    weight, chosen = route(x, router, k)
    order = chosen.flatten().argsort(stable=True)  # rows for expert 0 first
    sends = chosen.flatten().bincount(minlength=ranks * held)
    comes = torch.empty_like(sends)
    dist.all_to_all_single(comes, sends, group=group)
    output, inputs = (counts.view(ranks, held).sum(1).tolist() for counts in (comes, sends))
    rows = all_to_all_single_autograd(x[order // k], output, inputs, group)
    number = torch.arange(held).repeat(ranks).repeat_interleave(comes)  # the expert of each row
    out = torch.zeros_like(rows)
    for mine in range(held):
        place = (number == mine).nonzero()[:, 0]
        out = out.index_add(0, place, expert(rows[place], up[mine], down[mine]))
    back = all_to_all_single_autograd(out, inputs, output, group)
    return torch.zeros_like(x).index_add(0, order // k, weight.flatten()[order, None] * back)
