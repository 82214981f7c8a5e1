"""An expert gets gradients of the tokens of all ranks already summed: divide them by the ranks, as DDP divides the rest.

$ torchrun --nproc-per-node 2 snippets/experts/experts_share_the_divisor_of_the_rest.py
"""
import torch
import torch.distributed as dist
from _layer import one_process, parallel, tensors

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
whole = [tensor.requires_grad_() for tensor in tensors()]
one_process(*whole).square().mean().backward()
x, router, up, down = (tensor.detach().clone() for tensor in whole)
mine = x.chunk(ranks)[rank]
up, down = (part.chunk(ranks)[rank].clone() for part in (up, down))
[tensor.requires_grad_() for tensor in (router, up, down)]


def times(tensor, expected):
    return f"{tensor.norm() / expected.norm():.2f}"


# region gradients
parallel(mine, router, up, down).square().mean().backward()  # the mean over the tokens of this rank
dist.all_reduce(router.grad)
router.grad /= ranks  # what DDP does
before = times(up.grad, whole[2].grad.chunk(ranks)[rank])
up.grad /= ranks  # key line
after = times(up.grad, whole[2].grad.chunk(ranks)[rank])
print(f"router {times(router.grad, whole[1].grad)}, experts {before} times those of one process, divided {after}")
# endregion

assert torch.allclose(router.grad, whole[1].grad, atol=1e-6)  # shows: router-as-one-process
assert torch.allclose(up.grad, whole[2].grad.chunk(ranks)[rank], atol=1e-6)  # shows: divided-as-one-process
assert before == "2.00"  # shows: as-many-times-as-ranks
dist.destroy_process_group()
