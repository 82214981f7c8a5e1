"""DDP takes an expert for a copy: its constructor gives all ranks the expert of rank 0.

$ torchrun --nproc-per-node 2 snippets/errors/ddp_gives_all_ranks_one_expert.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()

# region wrap
torch.manual_seed(rank)  # each rank has an expert of its own
model = nn.ModuleDict({"router": nn.Linear(4, 2), "expert": nn.Linear(4, 4)})
before = model["expert"].weight.sum().item()
ddp = DistributedDataParallel(model)  # key line, else: pass
after = model["expert"].weight.sum().item()
print(f"rank {rank}: the expert sums up to {before:.3f}, then to {after:.3f}")
# endregion

sums = [None] * 2
dist.all_gather_object(sums, after)
assert sums[0] == sums[1]  # shows: equal-after-wrapping
assert len(set(sums)) == 1  # refutes: each-rank-own
assert (before == after) == (rank == 0)  # shows: expert-of-rank-0
dist.destroy_process_group()
