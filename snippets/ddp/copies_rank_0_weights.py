"""The DDP constructor overwrites the weights of every rank with those of rank 0.

$ torchrun --nproc-per-node 4 snippets/ddp/copies_rank_0_weights.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()

# region construct
torch.manual_seed(rank)  # another seed on each rank
model = torch.nn.Linear(1, 1)
before = model.weight.item()
model = DistributedDataParallel(model)  # key line
after = next(model.parameters()).item()
print(f"rank {rank}: weight {before:.4g} before, {after:.4g} after")
# endregion

torch.manual_seed(0)
assert after == torch.nn.Linear(1, 1).weight.item()  # what seed 0 gives, and only rank 0 has it
assert rank == 0 or before != after
dist.destroy_process_group()
