"""The rest is averaged over the ranks, and experts are left as they are: their gradients are too large, by the number of ranks.

$ torchrun --nproc-per-node 4 snippets/errors/experts_get_the_gradient_of_all_ranks.py
"""
import torch
import torch.distributed as dist
from torch.distributed._functional_collectives import all_to_all_single_autograd

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
whole, first, experts = torch.randn(16, 8), torch.randn(8, 8), torch.randn(4, 8, 8)
alone = [first.clone().requires_grad_(), experts.clone().requires_grad_()]
number = torch.arange(16) % 4  # token 0 goes to expert 0, token 1 to expert 1, and so on
torch.einsum("td,tdw->tw", whole @ alone[0], alone[1][number]).square().mean().backward()
first, expert = first.requires_grad_(), experts[rank].clone().requires_grad_()

# region step
rows = all_to_all_single_autograd(whole.chunk(ranks)[rank] @ first, [1] * 4, [1] * 4, dist.group.WORLD)
y = all_to_all_single_autograd(rows @ expert, [1] * 4, [1] * 4, dist.group.WORLD)
loss = y.square().mean()  # key line, else: loss = y.square().sum() / whole.numel()
loss.backward()
dist.all_reduce(first.grad)
first.grad /= ranks
pairs = (first, alone[0].grad), (expert, alone[1].grad[rank])
factor = [float(part.grad.norm() / other.norm()) for part, other in pairs]
print(f"gradients are {factor[0]:.2f} times and, of the expert, {factor[1]:.2f} times those of one process")
# endregion

assert round(factor[0], 3) == 1  # shows: rest-is-right
assert round(factor[1], 3) == ranks  # shows: expert-times-ranks
dist.destroy_process_group()
