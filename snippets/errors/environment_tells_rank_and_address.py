"""Without an address the ranks of torchrun read all four values from the environment.

$ torchrun --nproc-per-node 2 snippets/errors/environment_tells_rank_and_address.py
"""
import torch
import torch.distributed as dist

# region train
dist.init_process_group("gloo")  # key line, else: dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
total = torch.ones(1)
dist.all_reduce(total)
print(f"rank {dist.get_rank()}: sum {total.item():g}")
# endregion

assert total.item() == 2
dist.destroy_process_group()
