"""A reduce-scatter and an all-gather together are an all-reduce, and each of them sends half of its bytes.

$ torchrun --nproc-per-node 4 snippets/collectives/reduce_scatter_then_all_gather_is_an_all_reduce.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region halves
gradient = torch.arange(8.0) * (rank + 1)
part = torch.zeros(2)
dist.reduce_scatter(part, list(gradient.chunk(world_size)))  # key line
print(f"rank {rank}: sum of its part {part.tolist()}")
whole = [torch.zeros(2) for _ in range(world_size)]
dist.all_gather(whole, part)
whole = torch.cat(whole)
print(f"rank {rank}: all parts {whole.tolist()}")
# endregion

dist.all_reduce(gradient)
assert torch.equal(whole, gradient)  # shows: both-together
assert part.numel() * world_size == gradient.numel()  # shows: part-one-nth
dist.destroy_process_group()
