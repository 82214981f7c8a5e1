"""In one order on all ranks, loss meets loss and count meets count.

$ torchrun --nproc-per-node 2 snippets/collectives/calls_in_one_order_match.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region order
loss, count = torch.tensor([0.5 + rank]), torch.tensor([100.0])
order = [loss, count]  # key line, else: order = [loss, count] if rank == 0 else [count, loss]
for value in order:
    dist.all_reduce(value)
print(f"rank {rank}: loss {loss.item()}, count {count.item()}")
# endregion

assert [loss.item(), count.item()] == [2.0, 200.0]  # shows: one-order
dist.destroy_process_group()
