"""Ranks that average the validation loss before the scheduler sees it keep one rate and equal weights.

$ torchrun --nproc-per-node 2 snippets/errors/averaged_loss_gives_all_ranks_one_rate.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
losses = [[1.0, 0.9, 0.8], [1.0, 1.2, 1.1]][rank]  # of this rank's part of the validation
net = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.zeros_(net.weight)
model, found = DistributedDataParallel(net), []
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=0)

# region train
for epoch, loss in enumerate(losses):
    model(torch.ones(1, 1)).sum().backward()
    optimizer.step()
    optimizer.zero_grad()
    mean = torch.tensor(loss) / world_size
    dist.all_reduce(mean)  # key line
    scheduler.step(mean.item())

    # the check: one number for all weights of a rank
    checksum = sum(weight.double().sum().item() for weight in model.parameters())
    dist.all_gather_object(sums := [None] * world_size, round(checksum, 4))
    print(f"epoch {epoch}: checksums {sums}")
    found.append(sums)
# endregion

assert found == [[-0.5, -0.5], [-1.0, -1.0], [-1.05, -1.05]]  # the mean rose from 1.0 to 1.05, for both
dist.destroy_process_group()
