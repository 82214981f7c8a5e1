"""DDP averages the gradients of all ranks.

$ torchrun --nproc-per-node 4 snippets/ddp/averages_gradients.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "shard = torch.full((1, 1), rank + 1.0)"
# label = "Every rank sees the same data"
# becomes = "shard = torch.full((1, 1), 1.0)"
#
# [[tool.lockstep.what-if]]
# line = "model(shard).sum().backward()"
# label = "The model inside DDP is called"
# becomes = "model.module(shard).sum().backward()"
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region step
model = torch.nn.Linear(1, 1, bias=False)
model = DistributedDataParallel(model)  # key line
shard = torch.full((1, 1), rank + 1.0)  # rank 0 sees 1, rank 1 sees 2, ...
model(shard).sum().backward()
gradient = next(model.parameters()).grad.item()
print(f"rank {rank}: its own gradient would be {shard.item()}, DDP left {gradient}")
# endregion

# The mean of 1, 2, ..., world_size.
assert gradient == (world_size + 1) / 2  # shows: gradient-average
dist.destroy_process_group()
