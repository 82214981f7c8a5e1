"""zero_grad in each step leaves the optimizer the gradient of that step.

$ torchrun --nproc-per-node 2 snippets/errors/gradients_are_cleared_in_each_step.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
ddp = DistributedDataParallel(torch.nn.Linear(1, 1))
weight = ddp.module.weight
optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
batch = torch.full((1, 1), dist.get_rank() + 1.0)
seen = []

# region train
for step in range(4):
    optimizer.zero_grad()  # key line
    ddp(batch).sum().backward()
    optimizer.step()
    seen.append(weight.grad.item())
    print(f"step {step}: gradient {seen[-1]}")
# endregion

assert seen == [1.5, 1.5, 1.5, 1.5]  # the mean of the inputs 1 and 2
dist.destroy_process_group()
