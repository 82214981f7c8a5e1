"""SequenceParallel: after the backward the gradient of a norm is Partial, a term on each rank, and the step of the optimizer sums it.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/norm_gradients_are_summed_in_the_step.py
"""
import torch
import torch.distributed as dist
from _block import SEQUENCE, block_and_input
from _wire import Wire
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
alone, x = block_and_input()
alone(x).square().sum().backward()
torch.optim.SGD(alone.parameters(), lr=0.01).step()
block, x = block_and_input()
parallelize_module(block, init_device_mesh("cpu", (ranks,)), SEQUENCE)
mine = x.chunk(ranks, dim=1)[rank].contiguous()

# region step
block(mine).square().sum().backward()
gradient = block.norm1.weight.grad
with Wire() as wire:
    torch.optim.SGD(block.parameters(), lr=0.01).step()  # key line, else: pass
term, expected = gradient.to_local()[0], alone.norm1.weight.grad[0]
print(f"rank {rank}: {gradient.placements}, term {term:.2f}, one process {expected:.2f}; the step sends {wire.calls}")
# endregion

terms = [torch.empty_like(gradient.to_local()) for _ in range(ranks)]
dist.all_gather(terms, gradient.to_local())
assert torch.allclose(sum(terms), alone.norm1.weight.grad, atol=1e-4) and not torch.allclose(*terms)  # shows: term-on-each-rank
assert wire.calls == ["all_reduce"] * 4  # shows: step-sums
assert torch.allclose(block.norm1.weight.to_local(), alone.norm1.weight, atol=1e-5)  # shows: weight-as-one-process
dist.destroy_process_group()
