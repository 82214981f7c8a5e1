"""A method of the wrapped module runs without DDP's forward, so every gradient stays on its rank.

$ torchrun --nproc-per-node 2 snippets/errors/own_method_of_the_module_skips_the_average.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
full = torch.randn(8, 2)
batch = full[rank::world_size]


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 1)

    def forward(self, batch):
        return self.layer(batch)

    def training_step(self, batch):
        return self(batch).square().mean()


# region train
model = DistributedDataParallel(Net())
model.module.training_step(batch).backward()  # key line

# the check: norms that the ranks should share
grads = {n: p.grad for n, p in model.named_parameters() if p.grad is not None}
mine = {n: str(g.float().norm().item()) for n, g in grads.items()}
dist.all_gather_object(ranks := [None] * world_size, mine)
print("ranks differ in", [n for n in mine if len({r.get(n) for r in ranks}) > 1])
# endregion

net = model.module
own = torch.autograd.grad(net.training_step(batch), net.layer.weight)[0]
torch.testing.assert_close(net.layer.weight.grad, own)  # nobody averaged it
assert ranks[0] != ranks[1]
dist.destroy_process_group()
