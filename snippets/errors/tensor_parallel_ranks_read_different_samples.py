"""Tensor-parallel ranks that read different samples get one output, right for none of them, and no error.

$ torchrun --nproc-per-node 4 snippets/errors/tensor_parallel_ranks_read_different_samples.py
"""
import copy

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(8)
alone = torch.nn.Sequential(torch.nn.Linear(1, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
data = torch.tensor([[1.0], [2.0], [3.0], [4.0]])
errors = []

# region train
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
plan = {"0": ColwiseParallel(), "2": RowwiseParallel()}
model = parallelize_module(copy.deepcopy(alone), mesh["tp"], plan)
sampler = DistributedSampler(data, shuffle=False)  # key line, else: sampler = None
for batch in DataLoader(data, sampler=sampler):
    output, right = model(batch).item(), alone(batch).item()  # one process
    result = f"output {output:.4f}, one process {right:.4f}"
    print(f"rank {rank}: sample {batch.item():g}, {result}")
    errors.append(abs(output - right))
# endregion

assert len(errors) == 1 and errors[0] > 0.1
dist.destroy_process_group()
