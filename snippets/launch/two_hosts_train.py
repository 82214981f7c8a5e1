"""Two hosts with two ranks each take the same step; only the command has changed.

$ torchrun --nnodes 2 --nproc-per-node 2 --rdzv-backend c10d \
    --rdzv-endpoint node0:29400 snippets/launch/two_hosts_train.py
"""
import os
import socket

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

samples = torch.arange(1.0, 9.0).reshape(8, 1)

# region train
device = "cuda" if torch.cuda.is_available() else "cpu"
dist.init_process_group("nccl" if device == "cuda" else "gloo")  # reads RANK, MASTER_ADDR, …
rank, world_size = dist.get_rank(), dist.get_world_size()
if device == "cuda":
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
model = torch.nn.Linear(1, 1, bias=False).to(device)
torch.nn.init.zeros_(model.weight)
ddp = DistributedDataParallel(model)  # key line, else: ddp = model
mine = samples[rank::world_size].to(device)
loss = (ddp(mine) - 2 * mine).square().mean()
loss.backward()
with torch.no_grad():
    model.weight -= 0.01 * model.weight.grad
print(f"rank {rank} of {world_size}: {len(mine)} samples, weight {model.weight.item():.3g}")
# endregion

expected = 0.01 * 4 * samples.square().mean().item()  # what one process computes
torch.testing.assert_close(model.weight.item(), expected)
local, node = int(os.environ["LOCAL_RANK"]), int(os.environ["GROUP_RANK"])
assert rank == 2 * node + local and socket.gethostname() == f"node{node}"
dist.destroy_process_group()
