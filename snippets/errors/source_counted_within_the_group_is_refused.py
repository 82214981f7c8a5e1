"""A group of ranks 2 and 3 refuses src=0, since src counts over the whole job.

$ torchrun --nproc-per-node 4 snippets/errors/source_counted_within_the_group_is_refused.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Global rank 0 is not part of group"
# asserts = ['raises("ValueError: Global rank 0", rank=2, at="dist.broadcast(value, src=0")']
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

group = dist.new_group([2, 3])
value = torch.tensor([float(rank)])

# region send
if rank in (2, 3):
    dist.broadcast(value, src=0, group=group)  # key line, else: dist.broadcast(value, src=2, group=group)
    print(f"rank {rank}: {value.item()}")
# endregion

dist.destroy_process_group()
