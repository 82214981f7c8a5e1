"""A batch that is drawn anew on each rank is broadcast within the tensor-parallel group.

$ torchrun --nproc-per-node 4 snippets/errors/broadcast_gives_a_tensor_parallel_group_one_batch.py
"""
import copy

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(8)
alone = torch.nn.Sequential(torch.nn.Linear(1, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))

# region train
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
plan = {"0": ColwiseParallel(), "2": RowwiseParallel()}
model = parallelize_module(copy.deepcopy(alone), mesh["tp"], plan)
torch.manual_seed(rank)
batch = torch.rand(1, 1)  # another one on each rank
dist.broadcast(batch, group=mesh["tp"].get_group(), group_src=0)  # key line
output, right = model(batch).item(), alone(batch).item()  # one process
result = f"output {output:.4f}, one process {right:.4f}"
print(f"rank {rank}: batch {batch.item():.4f}, {result}")
# endregion

assert abs(output - right) < 1e-5
dist.destroy_process_group()
