"""One all-reduce over the tensor-parallel group makes the gradients of a norm those of one process.

$ torchrun --nproc-per-node 2 snippets/errors/norm_gradients_are_summed_over_the_group.py
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
mine, factor = (tensor.chunk(ranks)[rank] for tensor in (tokens, factors))
(norm(mine) * factor).sum().backward()
gradient = norm.weight.grad
dist.all_reduce(gradient)  # key line
print(f"rank {rank}: gradient {gradient[0]:.2f}, one process {alone.weight.grad[0]:.2f}")
# endregion

assert torch.allclose(gradient, alone.weight.grad, atol=1e-5)  # shows: gradient-as-one-process
dist.destroy_process_group()
