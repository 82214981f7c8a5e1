"""A validation that rank 0 does alone hangs in the forward of DDP, which sends the buffers to all ranks.

$ torchrun --nproc-per-node 4 snippets/errors/guilty_validation_never_ends.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# timeout = 14
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.BatchNorm1d(2))
model = DistributedDataParallel(net)
batch = torch.randn(4, 2)


# region train
def validate():
    model.eval()
    with torch.no_grad():
        losses = [model(batch).pow(2).mean() for _ in range(5)]
    print(f"rank {rank}: validation loss {sum(losses) / 5:.2f}")
    model.train()


for epoch in range(2):
    model(batch).pow(2).mean().backward()
    if rank == 0:  # key line
        validate()
    dist.barrier()
# endregion

dist.destroy_process_group()
