"""Four processes that share the data without DDP make four models, each worse on all the data than the one DDP makes.

$ torchrun --nproc-per-node 4 snippets/ddp/copies_without_an_average.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import mse_loss
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
inputs = torch.randn(32, 4)
targets = inputs.sum(1, keepdim=True) + torch.randn(32, 1)


# region train
def train(model):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    mine = slice(rank, None, world_size)  # this rank's quarter of the samples
    for _ in range(150):
        optimizer.zero_grad()
        mse_loss(model(inputs[mine]), targets[mine]).backward()
        optimizer.step()
    return mse_loss(model(inputs), targets).item()  # on all samples


alone = train(torch.nn.Linear(4, 1))
shared = torch.nn.Linear(4, 1)
shared = DistributedDataParallel(shared)  # key line
together = train(shared)
print(f"rank {rank}: loss on all samples {alone:.3f} alone, {together:.3f} with DDP")
# endregion

losses = torch.zeros(world_size, 2)
losses[rank] = torch.tensor([alone, together])
dist.all_reduce(losses)
assert (losses[:, 1] - losses[0, 1]).abs().max() < 1e-6  # one model
assert losses[:, 0].min() > losses[0, 1] + 0.01
dist.destroy_process_group()
