"""Each rank clips by the norm of the router and of its own expert: the norms differ, and so do the copies of the router afterwards.

$ torchrun --nproc-per-node 2 snippets/errors/clipping_by_rank_lets_routers_drift.py
"""
import torch
import torch.distributed as dist
from torch.nn.utils import clip_grad_norm_

dist.init_process_group("gloo")
rank = dist.get_rank()
router, expert = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
router.grad = torch.tensor([2.0, 2.0])  # averaged: the same on both
expert.grad = torch.tensor([[2.0, 2.0], [6.0, 6.0]][rank])  # each rank has another expert

# region clip
norm = clip_grad_norm_([router, expert], max_norm=1.0)  # key line, else: norm = torch.tensor(0.0)
torch.optim.SGD([router, expert], lr=1.0).step()
print(f"rank {rank}: norm {norm:.2f}, router {router[0].item():.3f}")
# endregion

told = [None] * 2
dist.all_gather_object(told, router.tolist())
assert told[0] != told[1]  # shows: routers-differ
dist.destroy_process_group()
