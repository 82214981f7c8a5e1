"""Adapters that are added after DDP was built begin with other numbers on ranks with other seeds, and are never averaged.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/adapters_added_after_wrapping_differ_by_rank.py
"""
import torch
import torch.distributed as dist
from _adapter import Adapted
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
found = {}


def equal(tensor):
    theirs = [torch.empty_like(tensor) for _ in range(2)]
    dist.all_gather(theirs, tensor.detach())
    return torch.equal(*theirs)


# region order
for order in ("wrap, then add", "add, then wrap"):
    torch.manual_seed(rank)
    model = nn.Sequential(nn.Linear(16, 16).requires_grad_(False), nn.Linear(16, 1))  # the head trains
    if order == "wrap, then add":
        wrapped, model[0] = DistributedDataParallel(model), Adapted(model[0])
    else:
        model[0] = Adapted(model[0])
        wrapped = DistributedDataParallel(model)  # key line, else: wrapped = model
    wrapped(torch.ones(2, 16) * rank + 1).square().mean().backward()
    found[order] = equal(model[0].base.weight), equal(model[0].a), equal(model[0].b.grad)
    print(f"{order}: base equal {found[order][0]}, A equal {found[order][1]}, gradient of B equal {found[order][2]}")
# endregion

assert found["wrap, then add"] == (True, False, False)  # shows: wrap-first-other-adapters
assert found["add, then wrap"] == (True, True, True)  # refutes: add-first-equal
dist.destroy_process_group()
