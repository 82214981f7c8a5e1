"""Four ranks, ep 2 and dp 2: an expert lies on two ranks, its gradient is summed over those two, the router's over all four.

$ torchrun --nproc-per-node 4 snippets/experts/experts_over_ep_and_copies_over_dp.py
"""
import torch
import torch.distributed as dist
from _layer import one_process, parallel, tensors
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
whole = [tensor.requires_grad_() for tensor in tensors()]
one_process(*whole).square().mean().backward()
x, router, up, down = (tensor.detach().clone() for tensor in whole)

# region mesh
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "ep"))
ep, dp = mesh.get_group("ep"), mesh.get_group("dp")
up, down = (part.chunk(2)[ep.rank()].clone().requires_grad_() for part in (up, down))
router.requires_grad_()
mine = x.chunk(ranks)[rank]  # other tokens on each of the four
parallel(mine, router, up, down, group=ep).square().mean().backward()
dist.all_reduce(up.grad, group=dp)  # key line
dist.all_reduce(router.grad)  # over all
up.grad, router.grad = up.grad / ranks, router.grad / ranks  # the same divisor
copies = dist.get_process_group_ranks(dp)
expected = whole[2].grad.chunk(2)[ep.rank()]
told = f"gradient {up.grad.norm():.4f}, one process {expected.norm():.4f}"
print(f"rank {rank}: part {ep.rank()} of the experts, as ranks {copies}; {told}")
# endregion

assert torch.allclose(up.grad, expected, atol=1e-6)  # shows: summed-over-dp
assert torch.allclose(router.grad, whole[1].grad, atol=1e-6)  # shows: router-over-all
assert copies == [ep.rank(), ep.rank() + 2]  # shows: two-copies
dist.destroy_process_group()
