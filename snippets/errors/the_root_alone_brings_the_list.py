"""gather takes a list on rank 0 and None elsewhere.

$ torchrun --nproc-per-node 2 snippets/errors/the_root_alone_brings_the_list.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

value = torch.tensor([rank + 1.0])

# region gather
whole = [torch.zeros(1) for _ in range(world_size)] if rank == 0 else None
dist.gather(value, whole, dst=0)  # key line, else: pass
print(f"rank {rank}: {[one.item() for one in whole] if whole else None}")
# endregion

assert not whole or [one.item() for one in whole] == [1.0, 2.0]  # shows: list-on-rank-0
dist.destroy_process_group()
