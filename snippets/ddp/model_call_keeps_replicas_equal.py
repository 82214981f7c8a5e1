"""A forward through the wrapper averages, and the replicas stay equal.

$ torchrun --nproc-per-node 2 snippets/ddp/model_call_keeps_replicas_equal.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
shard = torch.full((1, 1), rank + 1.0)
model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(model.weight)

# region right
model = DistributedDataParallel(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
model(shard).sum().backward()  # key line
optimizer.step()
print(f"rank {rank}: weight {model.module.weight.item()}")
# endregion

assert model.module.weight.item() == 1 - 0.5 * (world_size + 1) / 2  # shows: equal-weights
dist.destroy_process_group()
