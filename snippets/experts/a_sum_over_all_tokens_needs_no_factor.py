"""Ranks with 10 and 6 tokens: with the loss divided by all 16, gradients of experts are right as they are, and the rest is summed.

$ torchrun --nproc-per-node 2 snippets/experts/a_sum_over_all_tokens_needs_no_factor.py
"""
import torch
import torch.distributed as dist
from _layer import one_process, parallel, tensors

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
whole = [tensor.requires_grad_() for tensor in tensors()]
one_process(*whole).square().sum(1).mean().backward()
x, router, up, down = (tensor.detach().clone() for tensor in whole)
mine = x[:10] if rank == 0 else x[10:]
up, down = (part.chunk(ranks)[rank].clone() for part in (up, down))
[tensor.requires_grad_() for tensor in (router, up, down)]

# region gradients
tokens = torch.tensor(len(mine))
dist.all_reduce(tokens)
loss = parallel(mine, router, up, down).square().sum() / tokens  # key line, else: loss = parallel(mine, router, up, down).square().sum() / len(mine)
loss.backward()
dist.all_reduce(router.grad)  # a sum, no mean
expected = whole[2].grad.chunk(ranks)[rank]
told = f"experts {up.grad.norm():.3f}, one process {expected.norm():.3f}"
print(f"rank {rank}: {len(mine)} of {tokens} tokens, {told}")
# endregion

assert torch.allclose(up.grad, expected, atol=1e-5)  # shows: experts-as-one-process
assert torch.allclose(router.grad, whole[1].grad, atol=1e-5)  # shows: router-as-one-process
dist.destroy_process_group()
