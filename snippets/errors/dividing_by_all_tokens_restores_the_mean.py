"""Divided by the tokens of all ranks and multiplied by their number, the loss gives the gradient of one process.

$ torchrun --nproc-per-node 2 snippets/errors/dividing_by_all_tokens_restores_the_mean.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import cross_entropy
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(3)
x, y = torch.randn(2, 8, 2)[rank], torch.randint(3, (2, 8))[rank]
y[7 if rank == 0 else 1 :] = -100  # padding, which cross_entropy leaves out
net = torch.nn.Linear(2, 3)
model = DistributedDataParallel(net)

# region train
loss = cross_entropy(model(x), y, reduction="sum")
tokens = (y != -100).sum()
dist.all_reduce(tokens)
loss = loss * world_size / tokens  # key line
loss.backward()

# the check: the same gradient from all batches, without DDP
dist.all_gather_object(ranks := [None] * world_size, (x, y))
all_x, all_y = (torch.cat(parts) for parts in zip(*ranks))
alone = torch.autograd.grad(cross_entropy(net(all_x), all_y), net.weight)[0]
ratio = net.weight.grad.norm() / alone.norm()
cosine = torch.cosine_similarity(net.weight.grad.flatten(), alone.flatten(), dim=0)
print(f"rank {rank}: {tokens} tokens, ratio {ratio:.3g}, cosine {cosine:.3g}")
# endregion

torch.testing.assert_close(net.weight.grad, alone)
dist.destroy_process_group()
