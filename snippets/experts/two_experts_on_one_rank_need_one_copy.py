"""A token with two experts on the same rank is sent there twice, unless rows are sent by rank and not by expert.

$ torchrun --nproc-per-node 2 snippets/experts/two_experts_on_one_rank_need_one_copy.py
"""
import torch.distributed as dist
from _layer import route, tensors

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
x, router, _, _ = tensors(tokens=32, experts=8)
mine = x.chunk(ranks)[rank]

# region copies
_, chosen = route(mine, router, k=4)  # four of eight experts, four experts on a rank
home = chosen // 4  # the rank of each expert
by_expert = int((home != rank).sum())  # rows that leave this rank
by_rank = sum(int((home == other).any(1).sum()) for other in range(ranks) if other != rank)  # key line, else: by_rank = by_expert
sends = mine[0].nbytes
print(f"rank {rank}: {by_expert} rows by expert, {by_expert * sends} B; {by_rank} by rank, {by_rank * sends} B")
# endregion

assert by_rank <= len(mine) < by_expert  # shows: one-copy-for-a-rank
dist.destroy_process_group()
