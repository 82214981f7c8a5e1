"""After backward the gradient in .grad is the average, and weights updated with it stay equal.

$ torchrun --nproc-per-node 2 snippets/errors/backward_leaves_the_average_in_grad.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
batch = torch.full((1, 1), rank + 1.0)  # gradient 1 on rank 0, 2 on rank 1
net = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(net.weight)

# region train
model = DistributedDataParallel(net)
loss = model(batch).mean()
loss.backward()  # key line, else: net.weight.grad = torch.autograd.grad(loss, net.weight)[0]
with torch.no_grad():
    net.weight -= 0.5 * net.weight.grad
print(f"rank {rank}: weight {net.weight.item()}, one process has 0.25")

# the check: norms that the ranks should share
mine = {n: str(p.float().norm().item()) for n, p in model.named_parameters()}
dist.all_gather_object(ranks := [None] * world_size, mine)
print(f"rank {rank}: differ", [n for n in mine if len({r[n] for r in ranks}) > 1])
# endregion

assert net.weight.item() == 1 - 0.5 * (1 + 2) / 2  # one process: the mean over both
assert ranks[0] == ranks[1]
dist.destroy_process_group()
