"""A list made for the world size of the group fits any number of ranks.

$ torchrun --nproc-per-node 4 snippets/errors/output_list_follows_the_world_size.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

value = torch.tensor([rank + 1.0])

# region gather
whole = [torch.zeros(1) for _ in range(dist.get_world_size())]
dist.all_gather(whole, value)  # key line, else: pass
print(f"rank {rank}: {[one.item() for one in whole]}")
# endregion

assert [one.item() for one in whole] == [1.0, 2.0, 3.0, 4.0]  # shows: one-for-each-rank
dist.destroy_process_group()
