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

# region layer
weight, chosen = route(x, router)  # two of four experts for each token
order = chosen.flatten().argsort(stable=True)  # rows for expert 0 first
sends = chosen.flatten().bincount(minlength=4)
comes = torch.empty_like(sends)
dist.all_to_all_single(comes, sends)  # the counts
rows = x.new_empty(int(comes.sum()), 8)
dist.all_to_all_single(rows, x[order // 2], comes.tolist(), sends.tolist())  # dispatch
back = x.new_empty(len(order), 8)
dist.all_to_all_single(back, expert(rows, up, down), sends.tolist(), comes.tolist())  # key line, else: back.zero_()
y = torch.zeros_like(x).index_add(0, order // 2, weight.flatten()[order, None] * back)
print(f"rank {rank}: sends {sends.tolist()}, gets {comes.tolist()}, holds {up.nbytes + down.nbytes} B of experts")
# endregion

expected = one_process(whole, router, all_up, all_down)
assert torch.allclose(y, expected.chunk(ranks)[rank], atol=1e-5)  # shows: output-of-one-process
assert up.nbytes + down.nbytes == (all_up.nbytes + all_down.nbytes) // ranks  # shows: quarter-of-experts
total = sends.clone()
dist.all_reduce(total)
assert total[rank] == comes.sum()  # shows: gets-rows-of-all
dist.destroy_process_group()
