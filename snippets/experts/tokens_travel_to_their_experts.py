"""Tokens go to their experts and back; the output is that of one process.

$ torchrun --nproc-per-node 4 snippets/experts/tokens_travel_to_their_experts.py
"""
import torch
import torch.distributed as dist
from _layer import expert, one_process, route, tensors

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
whole, router, all_up, all_down = tensors()
x, up, down = whole.chunk(ranks)[rank], all_up[rank], all_down[rank]
one_each = [1] * ranks


def exchange(rows, sends, gets):
    """Rows to each rank, as many as `sends` says, in order; and from each as many as `gets` says."""
    sends, gets = list(map(int, sends)), list(map(int, gets))
    got = rows.new_empty(sum(gets), *rows.shape[1:])
    dist.all_to_all_single(got, rows, gets, sends)
    return got


def sum_by_token(rows, token):
    return torch.zeros_like(x).index_add(0, token, rows)


# region layer
weight, chosen = route(x, router)  # two of four experts for each token
order = chosen.flatten().argsort(stable=True)  # rows for expert 0 first
sends = chosen.flatten().bincount(minlength=4)
gets = exchange(sends, one_each, one_each)  # the counts
rows = exchange(x[order // 2], sends, gets)  # dispatch
back = exchange(expert(rows, up, down), gets, sends)  # key line, else: back = torch.zeros(len(order), 8)
y = sum_by_token(weight.flatten()[order, None] * back, order // 2)
print(f"rank {rank}: sends {sends.tolist()}, gets {gets.tolist()}, holds {up.nbytes + down.nbytes} B of experts")
# endregion

expected = one_process(whole, router, all_up, all_down)
assert torch.allclose(y, expected.chunk(ranks)[rank], atol=1e-5)  # shows: output-of-one-process
assert up.nbytes + down.nbytes == (all_up.nbytes + all_down.nbytes) // ranks  # shows: quarter-of-experts
total = sends.clone()
dist.all_reduce(total)
assert total[rank] == sum(gets)  # shows: gets-rows-of-all
dist.destroy_process_group()
