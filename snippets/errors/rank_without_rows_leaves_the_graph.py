"""The expert of rank 1 gets no token and returns a new tensor: rank 0 waits in the backward for an exchange that rank 1 never enters.

$ torchrun --nproc-per-node 2 snippets/errors/rank_without_rows_leaves_the_graph.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = ['waits("loss.backward()", rank=0) and waits("dist.barrier()", rank=1)']
# timeout = 8
# ///
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
out = expert(rows) if len(rows) else torch.empty_like(rows)  # key line, else: out = expert(rows)
back = all_to_all_single_autograd(out, sends, gets, group)
loss = (back * x.detach()).sum() + x.sum()
print(f"rank {rank}: {len(rows)} rows, in the graph {out.requires_grad}")
loss.backward()
# endregion

dist.barrier()
dist.destroy_process_group()
