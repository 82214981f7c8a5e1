"""A training loop under DDP in float32, before anything is changed.

$ torchrun --nproc-per-node 2 snippets/precision/ddp_trains_in_float32.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import mse_loss
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()

torch.manual_seed(0)
model = DistributedDataParallel(torch.nn.Linear(4, 1))
torch.manual_seed(rank)
x = torch.randn(32, 4)
y = x.sum(1, keepdim=True)

# region step
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(50):
    loss = mse_loss(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  # key line
weight = model.module.weight
print(f"loss below 0.01: {loss.item() < 0.01}, weight {weight.dtype}")
# endregion

assert loss.item() < 0.01
dist.destroy_process_group()
