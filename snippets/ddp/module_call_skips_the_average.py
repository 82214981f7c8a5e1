"""A forward through model.module skips DDP: no average, no error, and the replicas drift apart.

$ torchrun --nproc-per-node 2 snippets/ddp/module_call_skips_the_average.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
shard = torch.full((1, 1), rank + 1.0)
model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(model.weight)

# region wrong
model = DistributedDataParallel(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
model.module(shard).sum().backward()  # key line
optimizer.step()
print(f"rank {rank}: weight {model.module.weight.item()}")
# endregion

# Its own gradient, not the mean.
assert model.module.weight.item() == 1 - 0.5 * (rank + 1)  # shows: module
dist.destroy_process_group()
