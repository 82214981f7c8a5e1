"""Split by columns and then by rows, an MLP on two devices computes what one process does.

$ torchrun --nproc-per-node 2 snippets/gpu/tensor_parallel_splits_an_mlp_over_two_devices.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# ///
import os

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    RowwiseParallel,
    parallelize_module,
)

if torch.cuda.is_available():
    device, backend = torch.device("cuda", int(os.environ["LOCAL_RANK"])), "nccl"
    torch.cuda.set_device(device)
else:
    device, backend = torch.device("cpu"), "gloo"
dist.init_process_group(backend)
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
up, down = torch.nn.Linear(4, 8, bias=False), torch.nn.Linear(8, 4, bias=False)
model = torch.nn.Sequential(up, torch.nn.ReLU(), down).to(device)
inputs = torch.randn(2, 4).to(device)
full = model(inputs).detach()

# region split
mesh = init_device_mesh(device.type, (world_size,))
plan = {"0": ColwiseParallel(), "2": RowwiseParallel()}
model = parallelize_module(model, mesh, plan)  # key line, else: model = parallelize_module(model, init_device_mesh(device.type, (2, 1), mesh_dim_names=("a", "b"))["b"], plan)
output = model(inputs)
shapes = [tuple(weight.to_local().shape) for weight in model.parameters()]
print(f"rank {rank}: holds {shapes}, output {tuple(output.shape)}")
# endregion

assert shapes == [(4, 4), (4, 4)]
torch.testing.assert_close(output, full)
dist.destroy_process_group()
