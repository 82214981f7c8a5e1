"""fully_shard leaves half of the rows on each of two devices, and trains to the weights of one process.

$ torchrun --nproc-per-node 2 snippets/gpu/fully_shard_leaves_half_on_each_device.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# ///
import os

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

if torch.cuda.is_available():
    device, backend = torch.device("cuda", int(os.environ["LOCAL_RANK"])), "nccl"
    torch.cuda.set_device(device)
else:
    device, backend = torch.device("cpu"), "gloo"
dist.init_process_group(backend)
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
model = torch.nn.Linear(4, 6, bias=False).to(device)
plain = model.weight.detach().clone()

# region shard
mesh = init_device_mesh(device.type, (world_size,))
fully_shard(model, mesh=mesh)  # key line, else: fully_shard(model, mesh=init_device_mesh(device.type, (world_size, 1), mesh_dim_names=("a", "b")))
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
model(torch.full((1, 4), rank + 1.0, device=device)).sum().backward()
optimizer.step()
weight = model.weight
print(f"rank {rank}: {tuple(weight.to_local().shape)} of {tuple(weight.shape)}")
# endregion

assert weight.to_local().shape == (3, 4)
torch.testing.assert_close(weight.full_tensor(), plain - 0.5 * 1.5)
dist.destroy_process_group()
