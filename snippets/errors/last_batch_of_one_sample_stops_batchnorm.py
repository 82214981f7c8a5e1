"""Nine samples on two ranks: the last batch of rank 0 has one sample, and BatchNorm refuses it in training.

$ torchrun --nproc-per-node 2 snippets/errors/last_batch_of_one_sample_stops_batchnorm.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Expected more than 1 value per channel when training, got input size torch.Size([1, 3])"
# asserts = ['raises("ValueError: Expected more than 1 value", rank=0, at="model(batch)") and says("end", rank=1)']
# ///
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
data = torch.randn(9, 3)
model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.BatchNorm1d(3))

if rank == 0:
    dist.barrier()  # rank 1 goes first, so that both ends are seen

# region train
shard = data[rank::ranks]
loader = DataLoader(shard, batch_size=4)  # key line, else: loader = DataLoader(shard, 4, drop_last=True)
for batch in loader:
    print(f"rank {rank}: a batch of {len(batch)}", flush=True)
    model(batch)
print(f"rank {rank}: end of the epoch", flush=True)
# endregion

if rank == 1:
    dist.barrier()
dist.destroy_process_group()
