"""A detached copy of the loss is reduced as a tensor, and becomes a number afterwards.

$ torchrun --nproc-per-node 2 snippets/errors/loss_is_reduced_as_a_tensor.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

loss = torch.tensor(0.5 + rank, requires_grad=True)

# region log
value = loss.detach().clone()
dist.all_reduce(value)  # key line
print(f"rank {rank}: mean loss {value.item() / world_size}")
# endregion

assert value.item() / world_size == 1.0  # shows: mean-of-ranks
dist.destroy_process_group()
