"""A gradient penalty uses torch.autograd.grad for the input and ends in one backward, which DDP averages.

$ torchrun --nproc-per-node 2 snippets/errors/gradient_penalty_is_averaged.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
full = torch.randn(8, 2)
batch = full[rank::world_size].clone().requires_grad_()
net = torch.nn.Sequential(torch.nn.Linear(2, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))


# region train
def loss_of(model, batch):
    output = model(batch)
    slopes = torch.autograd.grad(output.sum(), batch, create_graph=True)[0]
    return output.mean() + slopes.square().mean()


model = DistributedDataParallel(net)
loss_of(model, batch).backward()  # key line
grads = {n: p.grad for n, p in model.named_parameters() if p.grad is not None}
mine = {n: str(g.float().norm().item()) for n, g in grads.items()}
dist.all_gather_object(ranks := [None] * world_size, mine)
print("ranks differ in", [n for n in mine if len({r.get(n) for r in ranks}) > 1])
# endregion

one = torch.autograd.grad(loss_of(net, full.requires_grad_()), list(net.parameters()))
for p, alone in zip(net.parameters(), one):
    torch.testing.assert_close(p.grad, alone)
dist.destroy_process_group()
