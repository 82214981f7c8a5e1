"""With group_src the source is counted within the group: number 0 of ranks 2 and 3 is rank 2.

$ torchrun --nproc-per-node 4 snippets/errors/group_src_counts_within_the_group.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

group = dist.new_group([2, 3])
value = torch.tensor([float(rank)])

# region send
if rank in (2, 3):
    dist.broadcast(value, group_src=0, group=group)  # key line, else: dist.broadcast(value, src=3, group=group)
    print(f"rank {rank}: {value.item()}")
# endregion

assert value.item() == (2.0 if rank == 3 else float(rank))  # shows: from-rank-2
dist.destroy_process_group()
