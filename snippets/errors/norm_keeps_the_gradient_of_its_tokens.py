"""Sequence parallel by hand: each rank norms its tokens, and the weight of the norm gets another gradient on each rank.

$ torchrun --nproc-per-node 2 snippets/errors/norm_keeps_the_gradient_of_its_tokens.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
tokens, factors = torch.randn(8, 4), torch.randn(8, 4)
alone, norm = torch.nn.LayerNorm(4), torch.nn.LayerNorm(4)
(alone(tokens) * factors).sum().backward()

# region norm
mine, factor = (tensor.chunk(ranks)[rank] for tensor in (tokens, factors))  # key line, else: mine, factor = tokens, factors
(norm(mine) * factor).sum().backward()
gradient = norm.weight.grad
print(f"rank {rank}: gradient {gradient[0]:.2f}, one process {alone.weight.grad[0]:.2f}")
# endregion

assert not torch.allclose(gradient, alone.weight.grad)  # shows: gradient-of-own-tokens
terms = [torch.empty_like(gradient) for _ in range(ranks)]
dist.all_gather(terms, gradient)
assert not torch.allclose(*terms)  # refutes: ranks-agree
assert torch.allclose(sum(terms), alone.weight.grad, atol=1e-5)  # shows: terms-of-a-sum
dist.destroy_process_group()
