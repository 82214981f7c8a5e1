"""Statistics that a script averages between a forward and its backward stop the backward.

$ torchrun --nproc-per-node 2 snippets/errors/averaging_buffers_before_the_backward.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: one of the variables needed for gradient computation has been modified"
# asserts = [
#   'raises("RuntimeError: modified by an inplace operation", at="loss.backward()") and not says("running mean")',
# ]
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
for buffer in norm.running_mean, norm.running_var:
    dist.all_reduce(buffer)
    buffer /= world_size  # key line
loss.backward()
print(f"rank {rank}: running mean {norm.running_mean.item():.2f}")
# endregion

dist.destroy_process_group()
