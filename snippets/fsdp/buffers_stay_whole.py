"""fully_shard shards parameters alone: the buffers of BatchNorm stay whole on each rank, and drift apart.

$ torchrun --nproc-per-node 2 snippets/fsdp/buffers_stay_whole.py
"""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (dist.get_world_size(),))

# region buffers
model = torch.nn.BatchNorm1d(4)
fully_shard(model, mesh=mesh)  # key line
weight = model.weight
model(torch.tensor([[0.0] * 4, [2.0] * 4]) + 10 * rank)
mean = model.running_mean
print(f"rank {rank}: weight is a {type(weight).__name__}, running_mean a {type(mean).__name__}: {mean[0]:.1f}")
# endregion

assert type(weight).__name__ == "DTensor" and mean.shape == (4,)  # shows: buffers-whole
assert mean.tolist() == torch.full((4,), 0.1 * (1 + 10 * rank)).tolist()  # shows: buffers-own-samples
assert "running_mean" in model.state_dict() and not hasattr(mean, "to_local")  # shows: buffers-plain
dist.destroy_process_group()
