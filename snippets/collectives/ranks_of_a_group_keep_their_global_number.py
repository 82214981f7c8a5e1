"""new_group is called by all ranks; inside of the group src and dst are still numbers of the whole job.

$ torchrun --nproc-per-node 4 snippets/collectives/ranks_of_a_group_keep_their_global_number.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region groups
even, odd = dist.new_group([0, 2]), dist.new_group([1, 3])  # each rank makes both
group = even if rank % 2 == 0 else odd
value = torch.tensor([float(rank)])
dist.broadcast(value, src=2 if rank % 2 == 0 else 3, group=group)  # key line
print(f"rank {rank}: number {dist.get_rank(group)} of {dist.get_world_size(group)} in its group, holds {value.item()}")
# endregion

assert dist.get_rank(group) == rank // 2  # shows: own-number-within
assert value.item() == 2 + rank % 2  # shows: src-global
assert dist.get_global_rank(group, 1) == 2 + rank % 2
dist.broadcast(value := torch.tensor([float(rank)]), src=rank % 2, group=group)  # 1 in the group of ranks 1 and 3
assert value.item() == rank % 2  # from rank 1, not from number 1, which is rank 3  # refutes: 1-number-group
dist.destroy_process_group()
