"""A rank that calls a collective of a group it is not in goes on with its own value and a warning.

$ torchrun --nproc-per-node 4 snippets/errors/rank_outside_the_group_keeps_its_own.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

# region reduce
pair = dist.new_group([0, 1])  # key line, else: pair = dist.new_group([0, 1, 2, 3])
value = torch.tensor(2.0**rank)
dist.all_reduce(value, group=pair)
value /= 2
print(f"rank {rank}: rank {dist.get_rank(pair)} of the pair, mean {value.item()}")
# endregion

alone = 2.0**rank / 2
assert value.item() == (1.5 if rank < 2 else alone)
assert dist.get_rank(pair) == (rank if rank < 2 else -1)
assert rank < 2 or not hasattr(pair, "size")  # shows: no-methods
dist.destroy_process_group()
