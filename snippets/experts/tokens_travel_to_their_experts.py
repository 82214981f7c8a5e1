"""Four ranks hold one expert each: tokens travel there and back by two exchanges, and the output is that of one process.

$ torchrun --nproc-per-node 4 snippets/experts/tokens_travel_to_their_experts.py
"""
import torch
import torch.distributed as dist
from _layer import expert, one_process, route, tensors

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
whole, router, all_up, all_down = tensors()
x, up, down = whole.chunk(ranks)[rank], all_up[rank], all_down[rank]
all_to_all = dist.all_to_all_single


def sum_by_token(rows, token):
    return torch.zeros_like(x).index_add(0, token, rows)


# region layer
weight, chosen = route(x, router)  # two of four experts for each token
order = chosen.flatten().argsort(stable=True)  # rows for expert 0 first
sends = chosen.flatten().bincount(minlength=4)
gets = torch.empty_like(sends)
all_to_all(gets, sends)  # the counts
gets, sends = gets.tolist(), sends.tolist()
rows, back = torch.empty(sum(gets), 8), torch.empty(sum(sends), 8)
all_to_all(rows, x[order // 2], gets, sends)  # dispatch
all_to_all(back, expert(rows, up, down), sends, gets)  # key line, else: back.zero_()
y = sum_by_token(weight.flatten()[order, None] * back, order // 2)
print(f"rank {rank}: sends {sends}, gets {gets}, holds {up.nbytes + down.nbytes} B of experts")
# endregion

expected = one_process(whole, router, all_up, all_down)
assert torch.allclose(y, expected.chunk(ranks)[rank], atol=1e-5)  # shows: output-of-one-process
assert up.nbytes + down.nbytes == (all_up.nbytes + all_down.nbytes) // ranks  # shows: quarter-of-experts
total = torch.tensor(sends)
dist.all_reduce(total)
assert total[rank] == sum(gets)  # shows: gets-rows-of-all
dist.destroy_process_group()
