"""Differentiated through the all_reduce of _functional_collectives, the gradient is the one of the whole batch.

$ torchrun --nproc-per-node 2 snippets/errors/functional_all_reduce_gives_the_whole_gradient.py
"""
import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as funcol
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

batch = torch.tensor([[1.0], [3.0]])
alone = torch.nn.Linear(1, 1, bias=False)  # one process, whole batch
torch.nn.init.constant_(alone.weight, 2.0)
alone(batch).mean(0).square().sum().backward()
right = alone.weight.grad.item()

model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.constant_(model.weight, 2.0)
model = DistributedDataParallel(model)

# region loss
mean = model(batch[rank : rank + 1]).mean(0)  # of this rank
mean = funcol.all_reduce(mean, "sum", dist.group.WORLD)  # key line
loss = (mean / world_size).square().sum()  # the mean of all features shall be 0
loss.backward()
gradient = model.module.weight.grad.item()
print(f"loss {loss.item():.4g}, gradient {gradient:.4g}, one process {right:.4g}")
# endregion

assert loss.item() == 16
assert gradient == right == 16
dist.destroy_process_group()
