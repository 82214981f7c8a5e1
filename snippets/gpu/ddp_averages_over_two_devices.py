"""DDP leaves the mean of both ranks' gradients on both devices.

$ torchrun --nproc-per-node 2 snippets/gpu/ddp_averages_over_two_devices.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# ///
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

if torch.cuda.is_available():
    device, backend = torch.device("cuda", int(os.environ["LOCAL_RANK"])), "nccl"
    torch.cuda.set_device(device)
else:
    device, backend = torch.device("cpu"), "gloo"
dist.init_process_group(backend)
rank, world_size = dist.get_rank(), dist.get_world_size()
model = torch.nn.Linear(1, 1, bias=False).to(device)

# region average
wrapped = DistributedDataParallel(model)  # key line, else: wrapped = model
wrapped(torch.full((1, 1), rank + 1.0, device=device)).backward()
print(f"rank {rank}: gradient {model.weight.grad.item()} on {model.weight.device}")
# endregion

assert model.weight.grad.item() == 1.5
dist.destroy_process_group()
