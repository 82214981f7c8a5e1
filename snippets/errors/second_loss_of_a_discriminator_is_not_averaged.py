"""A discriminator that sees real and generated samples, and then goes back twice, averages the first loss only.

$ torchrun --nproc-per-node 2 snippets/errors/second_loss_of_a_discriminator_is_not_averaged.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import softplus
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
full_real, full_fake = torch.randn(8, 2), torch.randn(8, 2)
real, fake = full_real[rank::world_size], full_fake[rank::world_size]
model = DistributedDataParallel(torch.nn.Linear(2, 1))

# region train
on_real, on_fake = model(real), model(fake)
softplus(-on_real).mean().backward()
softplus(on_fake).mean().backward()  # key line

# the check: norms that the ranks should share
grads = {n: p.grad for n, p in model.named_parameters() if p.grad is not None}
mine = {n: str(g.float().norm().item()) for n, g in grads.items()}
dist.all_gather_object(ranks := [None] * world_size, mine)
print("ranks differ in", [n for n in mine if len({r.get(n) for r in ranks}) > 1])
# endregion

net = model.module
first = torch.autograd.grad(softplus(-net(full_real)).mean(), net.weight)[0]
own_second = torch.autograd.grad(softplus(net(fake)).mean(), net.weight)[0]
torch.testing.assert_close(net.weight.grad, first + own_second)
assert ranks[0] != ranks[1]
dist.destroy_process_group()
