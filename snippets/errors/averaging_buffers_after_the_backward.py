"""Statistics that a script averages after the backward disturb nothing.

$ torchrun --nproc-per-node 2 snippets/errors/averaging_buffers_after_the_backward.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "loss.backward()"
# stays = "The forward makes the running mean. The error strikes in the backward if the buffers change before."
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
norm, last = torch.nn.BatchNorm1d(1), torch.nn.Linear(1, 1)
samples = torch.tensor([[0.0], [2.0], [4.0]]) + 10 * rank

# region train
model = DistributedDataParallel(torch.nn.Sequential(norm, last))
loss = model(samples).pow(2).mean()
loss.backward()
for buffer in norm.running_mean, norm.running_var:
    dist.all_reduce(buffer)
    buffer /= world_size  # key line
print(f"rank {rank}: running mean {norm.running_mean.item():.2f}")
# endregion

means = [2.0 + 10 * other for other in range(world_size)]
assert abs(norm.running_mean.item() - 0.1 * sum(means) / world_size) < 1e-6  # 0.1: momentum
dist.destroy_process_group()
