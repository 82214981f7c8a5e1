"""One NaN in the data of one rank is in the gradients and, after the step, in the weights of all ranks.

$ torchrun --nproc-per-node 4 snippets/batch-size/nan_on_one_rank_reaches_all.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region spread
shard = torch.full((2, 1), rank + 1.0)
if rank == 3:
    shard[0] = float("nan")  # one bad sample out of eight
model = torch.nn.Linear(1, 1, bias=False)
model = DistributedDataParallel(model)  # key line
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(shard).mean().backward()
gradient = next(model.parameters()).grad.item()
optimizer.step()
weight = next(model.parameters()).item()
print(f"rank {rank}: sees {shard.flatten().tolist()}, gradient {gradient}, weight {weight}")
# endregion

# NaN is not equal to itself.
assert gradient != gradient and weight != weight  # shows: nan-average
dist.destroy_process_group()
