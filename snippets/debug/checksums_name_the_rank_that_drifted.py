"""Checksums of all parameters, compared after each step, name the step, the parameter and the rank that drifted.

$ torchrun --nproc-per-node 4 snippets/debug/checksums_name_the_rank_that_drifted.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "optimizer.zero_grad()"
# stays = "Gradients that add up are still equal on all ranks. It is there because a training step has it."
#
# [[tool.lockstep.what-if]]
# line = "loss.backward()"
# stays = "The drift comes from the line below, not from the gradients. It is there because a training step has it."
#
# [[tool.lockstep.what-if]]
# line = "optimizer.step()"
# stays = "The drift comes from the line below, not from a step. It is there because training has it."
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
net = torch.nn.ModuleDict({"body": torch.nn.Linear(2, 2), "head": torch.nn.Linear(2, 1)})
net.forward = lambda x: net["head"](net["body"](x))
model = DistributedDataParallel(net)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
names = [name for name, _ in net.named_parameters()]


# region check
def odd_ones():
    bits = [weight.detach().view(torch.int32).sum() for weight in net.parameters()]
    sums = [torch.stack(bits) for _ in range(world_size)]
    dist.all_gather(sums, torch.stack(bits))
    table = torch.stack(sums)  # a row for each rank
    usual = table.mode(0).values  # key line, else: usual = table[rank]
    return [f"{names[column]} of rank {row}" for row, column in (table != usual).nonzero()]
# endregion


# region train
for step in range(5):
    loss = model(torch.full((1, 2), rank + 1.0)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if (rank, step) == (2, 3):  # "its loss jumped", so this rank helps itself
        net["head"].bias.data *= 0.5
    odd = odd_ones()
    print(f"step {step}: {odd or 'all equal'}")
    if odd:
        break
# endregion

assert step == 3 and odd == ["head.bias of rank 2"]
dist.destroy_process_group()
