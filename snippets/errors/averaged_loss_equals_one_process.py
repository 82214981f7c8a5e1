"""With a loss averaged over the batch, DDP on 4 ranks gives the gradient of one process.

$ torchrun --nproc-per-node 4 snippets/errors/averaged_loss_equals_one_process.py
"""
import torch
import torch.distributed as dist
from torch.nn import MSELoss
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
full = torch.randn(8, 3)  # two inputs and a target for each of 8 samples
batch = full[rank::world_size]
net = torch.nn.Linear(2, 1)


# region train
criterion = MSELoss()  # key line, else: criterion = MSELoss(reduction="sum")


def loss_of(model, batch):
    return criterion(model(batch[:, :2]), batch[:, 2:])


model = DistributedDataParallel(net)
loss_of(model, batch).backward()

# the check: the same gradient from all batches, without DDP
dist.all_gather_object(batches := [None] * world_size, batch)
alone = torch.autograd.grad(loss_of(net, torch.cat(batches)), net.weight)[0]
ratio = net.weight.grad.norm() / alone.norm()
cosine = torch.cosine_similarity(net.weight.grad.flatten(), alone.flatten(), dim=0)
print(f"DDP / one process: {ratio:.3g}, cosine {cosine:.3g}")
# endregion

torch.testing.assert_close(net.weight.grad, alone)
dist.destroy_process_group()
