"""Rank 1 gives gather a list, though rank 0 alone receives.

$ torchrun --nproc-per-node 2 snippets/errors/only_the_root_gives_a_list.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Argument ``gather_list`` must NOT"
# asserts = ['raises("ValueError: Argument ``gather_list`` must NOT", rank=1, at="dist.gather(")']
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

value = torch.tensor([rank + 1.0])

# region gather
whole = [torch.zeros(1) for _ in range(world_size)]
dist.gather(value, whole, dst=0)  # key line, else: dist.gather(value, whole if rank == 0 else None, dst=0)
print(f"rank {rank}: {[one.item() for one in whole]}")
# endregion

dist.destroy_process_group()
