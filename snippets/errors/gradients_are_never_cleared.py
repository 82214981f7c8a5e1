"""Without zero_grad each backward adds to the gradients of all steps before it, and the optimizer takes the sum.

$ torchrun --nproc-per-node 2 snippets/errors/gradients_are_never_cleared.py
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
    ddp(batch).sum().backward()  # key line, else: optimizer.zero_grad(); ddp(batch).sum().backward()
    optimizer.step()
    seen.append(weight.grad.item())
    print(f"step {step}: gradient {seen[-1]}")
# endregion

assert seen == [1.5, 3.0, 4.5, 6.0]  # 1.5 is the mean of the inputs 1 and 2, in each step
dist.destroy_process_group()
