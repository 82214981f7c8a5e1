"""Wrapped again after the unfreezing, the whole model is averaged, as one process would train it.

$ torchrun --nproc-per-node 2 snippets/errors/wrapping_again_averages_unfrozen_layers.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "model = DistributedDataParallel(net)"
# stays = "It stands for the epochs before. The second wrapping takes its place."
#
# [[tool.lockstep.what-if]]
# line = "net[0].requires_grad_(False)"
# stays = "The second wrapping finds the layers unfrozen in any case. The line shows how it came to that."
# ///
import copy

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
full = torch.randn(8, 3)
batch = full[rank::world_size]
net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Linear(4, 1))

one = copy.deepcopy(net)  # a process with the whole batch
one(full).square().mean().backward()

# region train
net[0].requires_grad_(False)
model = DistributedDataParallel(net)
# ... the first epochs, with the body frozen
net[0].requires_grad_(True)
model = DistributedDataParallel(net)  # key line
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
