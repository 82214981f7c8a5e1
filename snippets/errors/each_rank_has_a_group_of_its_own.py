"""Groups that share out all ranks give each rank one to call, and the mean of its pair.

$ torchrun --nproc-per-node 4 snippets/errors/each_rank_has_a_group_of_its_own.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

# region reduce
pair, _ = dist.new_subgroups(group_size=2)  # key line, else: pair = dist.new_group([0, 1])
value = torch.tensor(2.0**rank)
dist.all_reduce(value, group=pair)
value /= 2
print(f"rank {rank}: rank {dist.get_rank(pair)} of the pair, mean {value.item()}")
# endregion

assert value.item() == (1.5 if rank < 2 else 6.0)
dist.destroy_process_group()
