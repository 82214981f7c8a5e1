"""Squares of experts are summed over the ranks, and those of copies count once: all ranks clip by one norm, that of one process.

$ torchrun --nproc-per-node 2 snippets/errors/squares_of_experts_are_summed_over_ranks.py
"""
import torch
import torch.distributed as dist
from torch.nn.utils import clip_grads_with_norm_

dist.init_process_group("gloo")
rank = dist.get_rank()
router, expert = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
router.grad = torch.tensor([2.0, 2.0])  # averaged: the same on both
expert.grad = torch.tensor([[2.0, 2.0], [6.0, 6.0]][rank])  # each rank has another expert
alone = torch.tensor([2.0, 2.0, 2.0, 2.0, 6.0, 6.0]).norm()

# region clip
squares = expert.grad.square().sum()
dist.all_reduce(squares)  # key line
norm = (router.grad.square().sum() + squares).sqrt()
clip_grads_with_norm_([router, expert], 1.0, norm)
torch.optim.SGD([router, expert], lr=1.0).step()
print(f"rank {rank}: norm {norm:.2f}, router {router[0].item():.3f}")
# endregion

told = [None] * 2
dist.all_gather_object(told, router.tolist())
assert torch.allclose(norm, alone)  # shows: norm-of-one-process
assert told[0] == told[1]
dist.destroy_process_group()
