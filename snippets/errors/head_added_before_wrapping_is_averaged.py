"""A head added before the wrapping is averaged like the rest, as one process would train it.

$ torchrun --nproc-per-node 2 snippets/errors/head_added_before_wrapping_is_averaged.py
"""
import copy

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
full = torch.randn(8, 3)
batch = full[rank::world_size]
body, head = torch.nn.Linear(3, 4), torch.nn.Linear(4, 1)
net = torch.nn.Sequential(body)

one = copy.deepcopy(torch.nn.Sequential(body, head))  # a process with the whole batch
one(full).square().mean().backward()

# region train
net.append(head)  # key line
model = DistributedDataParallel(net)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(batch).square().mean().backward()
optimizer.step()

# the check: norms that the ranks should share
mine = {n: str(p.float().norm().item()) for n, p in model.named_parameters()}
dist.all_gather_object(ranks := [None] * world_size, mine)
print("ranks differ in", [n for n in mine if len({r[n] for r in ranks}) > 1])
# endregion

for mine, alone in zip(net.parameters(), one.parameters()):
    torch.testing.assert_close(mine, alone - 0.1 * alone.grad)
dist.destroy_process_group()
