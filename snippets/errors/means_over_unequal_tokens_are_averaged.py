"""Rank 0 averages over 7 tokens and rank 1 over 1, and DDP's average of the two is not the mean of the 8.

$ torchrun --nproc-per-node 2 snippets/errors/means_over_unequal_tokens_are_averaged.py
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
loss = loss / tokens  # key line
loss.backward()

# the check: the same gradient from all batches, without DDP
dist.all_gather_object(ranks := [None] * world_size, (x, y))
all_x, all_y = (torch.cat(parts) for parts in zip(*ranks))
alone = torch.autograd.grad(cross_entropy(net(all_x), all_y), net.weight)[0]
ratio = net.weight.grad.norm() / alone.norm()
cosine = torch.cosine_similarity(net.weight.grad.flatten(), alone.flatten(), dim=0)
print(f"rank {rank}: {tokens} tokens, ratio {ratio:.3g}, cosine {cosine:.3g}")
# endregion

means = [cross_entropy(net(x), y) for x, y in ranks]
wrong = torch.autograd.grad(sum(means) / world_size, net.weight)[0]
torch.testing.assert_close(net.weight.grad, wrong)
assert cosine < 0.9
dist.destroy_process_group()
