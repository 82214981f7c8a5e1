"""The first forward of an evaluation overwrites the buffers of every rank with those of rank 0.

$ torchrun --nproc-per-node 2 snippets/ddp/evaluation_copies_the_buffers_too.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
norm = torch.nn.BatchNorm1d(1)
model = DistributedDataParallel(norm)

# region evaluate
batch = torch.tensor([[0.0], [1.0]]) + 10 * rank  # means 0.5 and 10.5
model(batch).sum().backward()  # training: each rank updates its own statistics
before = norm.running_mean.item()
model.eval()
with torch.no_grad():
    model(batch)  # key line
after = norm.running_mean.item()
print(f"rank {rank}: running mean {before:.4g} before, {after:.4g} after")
# endregion

assert abs(before - 0.1 * (0.5 + 10 * rank)) < 1e-6  # 0.1 is the momentum, the mean was 0
assert abs(after - 0.1 * 0.5) < 1e-6  # that of rank 0
model.train()
with model.no_sync():
    model(batch).sum().backward()
alone = norm.running_mean.item()
model.eval()
model(batch)
assert norm.running_mean.item() == alone  # after a forward in no_sync nothing is copied
assert abs(alone - (0.9 * after + 0.1 * (0.5 + 10 * rank))) < 1e-6  # and the ranks differ
dist.destroy_process_group()
