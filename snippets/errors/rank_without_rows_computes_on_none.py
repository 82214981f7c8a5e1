"""The expert of rank 1 computes on no rows at all: its gradient is zero, and both ranks enter both exchanges of the backward.

$ torchrun --nproc-per-node 2 snippets/errors/rank_without_rows_computes_on_none.py
"""
import torch
import torch.distributed as dist
from torch.distributed._functional_collectives import all_to_all_single_autograd

dist.init_process_group("gloo")
rank, group = dist.get_rank(), dist.group.WORLD
torch.manual_seed(0)
x, expert = torch.randn(4, 8, requires_grad=True), torch.nn.Linear(8, 8)
sends, gets = [4, 0], [[4, 4], [0, 0]][rank]  # the router sends all tokens to expert 0

# region expert
rows = all_to_all_single_autograd(x, gets, sends, group)
out = expert(rows)  # key line, else: out = expert(rows) if len(rows) else torch.empty_like(rows) -> hang
back = all_to_all_single_autograd(out, sends, gets, group)
loss = (back * x.detach()).sum() + x.sum()
print(f"rank {rank}: {len(rows)} rows, in the graph {out.requires_grad}")
loss.backward()
# endregion

dist.barrier()
assert len(rows) == [8, 0][rank]
assert expert.weight.grad is not None  # refutes: none-no-gradient
assert expert.weight.grad.count_nonzero() == (64 if rank == 0 else 0)  # shows: no-rows-zero-gradient
dist.destroy_process_group()
