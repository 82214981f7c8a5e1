"""A validation that rank 0 does alone hangs in the forward of DDP, which sends the buffers to all ranks.

$ torchrun --nproc-per-node 4 snippets/errors/four_ranks_job_8.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   'waits("model(batch)", rank=0) and waits("_sync_buffers", rank=0) and not says("validation loss")',
#   'waits("dist.barrier()", rank=1) and waits("dist.barrier()", rank=2) and waits("dist.barrier()", rank=3)',
# ]
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
