"""The same loop under autocast: one line, around forward and loss alone.

$ torchrun --nproc-per-node 2 snippets/precision/ddp_trains_under_autocast.py
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
    with torch.autocast("cpu", dtype=torch.bfloat16):  # key line, else: with torch.enable_grad():
        output = model(x)
        loss = mse_loss(output, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
weight = model.module.weight
print(f"loss below 0.01: {loss.item() < 0.01}, output {output.dtype}, weight {weight.dtype}")
# endregion

assert loss.item() < 0.01 and weight.dtype == torch.float32  # shows: weight-float32
assert output.dtype == torch.bfloat16  # shows: output-bfloat16
dist.destroy_process_group()
