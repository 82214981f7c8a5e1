"""Calls match by their number in the group, not by name: two ranks that swap two all-reduces mix loss and count.

$ torchrun --nproc-per-node 2 snippets/collectives/calls_match_by_their_order.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region order
loss, count = torch.tensor([0.5 + rank]), torch.tensor([100.0])
order = [loss, count] if rank == 0 else [count, loss]  # key line, else: order = [loss, count]
for value in order:
    dist.all_reduce(value)
print(f"rank {rank}: loss {loss.item()}, count {count.item()}")
# endregion

assert [loss.item(), count.item()] == ([100.5, 101.5] if rank == 0 else [101.5, 100.5])  # shows: loss-count-mix
dist.destroy_process_group()
