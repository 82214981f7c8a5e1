"""Ten samples on two ranks in batches of 4: with drop_last=True the loader leaves out the batch of one sample.

$ torchrun --nproc-per-node 2 snippets/errors/loader_drops_the_last_small_batch.py
"""
# /// script
# [tool.lockstep]
# asserts = ['says("rank 0: batches of [4]") and says("rank 1: batches of [4]")']
# ///
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
data = torch.randn(10, 3)
model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.BatchNorm1d(3))
model = torch.nn.parallel.DistributedDataParallel(model)

# region train
sampler = DistributedSampler(data)
loader = DataLoader(data, 4, sampler=sampler, drop_last=True)  # key line, else: loader = DataLoader(data, 4, sampler=sampler) -> ValueError: Expected more than 1 value
sizes = []
for batch in loader:
    model(batch).sum().backward()
    sizes.append(len(batch))
print(f"rank {rank}: batches of {sizes}")
# endregion

dist.barrier()
dist.destroy_process_group()
