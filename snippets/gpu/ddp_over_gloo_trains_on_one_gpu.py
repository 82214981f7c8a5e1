"""Two DDP ranks share one device over Gloo and end with the weights of one process.

$ torchrun --nproc-per-node 2 snippets/gpu/ddp_over_gloo_trains_on_one_gpu.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import copy

import torch
import torch.distributed as dist
from torch.nn.functional import mse_loss
from torch.nn.parallel import DistributedDataParallel

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)  # drawn on the CPU: the same on every device
inputs, targets = torch.randn(8, 3).to(device), torch.randn(8, 1).to(device)
model = torch.nn.Linear(3, 1).to(device)
alone = copy.deepcopy(model)

# region train
model = DistributedDataParallel(model)  # key line
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    mse_loss(model(inputs[rank::2]), targets[rank::2]).backward()
    optimizer.step()
weight = next(model.parameters())
print(f"rank {rank}: {weight[0, 0].item():.4g} on {weight.device}")
# endregion

optimizer = torch.optim.SGD(alone.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    mse_loss(alone(inputs), targets).backward()
    optimizer.step()
torch.testing.assert_close(weight, alone.weight)
others = [None] * world_size
dist.all_gather_object(others, (weight.tolist(), str(weight.device)))
weights, devices = zip(*others)
assert weights[0] == weights[1]  # shows: ranks-agree
assert devices[0] == devices[1]  # shows: two-gpus
assert dist.get_backend() == "gloo"  # shows: nccl
dist.destroy_process_group()
