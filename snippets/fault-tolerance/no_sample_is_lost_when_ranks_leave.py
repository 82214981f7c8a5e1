"""The position in the data is counted in samples, not in steps: four ranks begin, two go on, each sample is read once.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/no_sample_is_lost_when_ranks_leave.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
order = torch.randperm(16, generator=torch.Generator().manual_seed(0)).tolist()
members, position, mine = 4, 0, []

# region read
for step in range(6):
    if step == 2:
        members = 2  # ranks 2 and 3 are gone
    if rank >= members:
        break
    start = position  # key line, else: start = step * members
    mine.append(order[start + rank])
    position += members
print(f"rank {rank}: {mine}")
# endregion

lists = [None] * 4
dist.all_gather_object(lists, mine)
read = sum(lists, [])
assert sorted(read) == sorted(order)  # shows: each-sample-once
dist.destroy_process_group()
