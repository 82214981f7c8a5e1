"""The average carries a NaN to all ranks; a hook on each parameter sees the gradient before, and names the rank.

$ torchrun --nproc-per-node 4 snippets/debug/gradient_hooks_see_nan_before_the_average.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
net = torch.nn.Linear(2, 2, bias=False)
batch = torch.ones(4, 2)
if rank == 3:
    batch[1] = 0.0  # an empty image

# region find
own = []
def check(gradient):
    if not gradient.isfinite().all():
        own.append("weight")
net.weight.register_hook(check)  # key line
model = DistributedDataParallel(net)
loss = model(batch).square().sum(1).sqrt().mean()  # the length of each row
loss.backward()
averaged = [] if net.weight.grad.isfinite().all() else ["weight"]
print(f"rank {rank}: loss {loss.item():.3f}, NaN in own {own}, in averaged {averaged}")
# endregion

assert loss.isfinite()  # shows: finite-loss
assert own == (["weight"] if rank == 3 else [])
assert averaged == ["weight"]
dist.destroy_process_group()
