"""One of two groups dies in step 3; the other asks in the store who is there, and reaches step 8 alone.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/one_group_dies_and_the_other_goes_on.py
"""
import os

import torch
import torch.distributed as dist
from _group import join, who_is_left

dist.init_process_group("gloo")
me, store = dist.get_rank(), dist.distributed_c10d._get_default_store()
dist.destroy_process_group()  # only its store is needed
group, alive = me // 2, [0, 1, 2, 3]  # a group holds one copy of the model, half of it on each rank


def summed(gradient, part):
    """Over the ranks with the same part of the model, in the groups that are there."""
    dist.all_reduce(gradient, group=part)
    return gradient


def meet(step):
    """Make the groups of all ranks that answer."""
    global alive, part
    came = who_is_left(store, f"step{step}", me, alive)
    if came != alive or step == 0:
        if dist.is_initialized():
            dist.destroy_process_group()
        join(store, f"from{step}", me, came)
        parts = [[came.index(rank) for rank in came if rank % 2 == half] for half in (0, 1)]
        part = dist.new_subgroups_by_enumeration(parts)[0]
    alive = came


# region train
weight = torch.zeros(1)
for step in range(8):
    if group == 1 and step == 3:
        os._exit(0)
    meet(step)  # key line, else: step or meet(step) -> RuntimeError: gloo/transport/tcp
    groups = len(alive) // 2
    gradient = weight - (group + 1.0)  # each group has data of its own
    weight -= 0.5 * summed(gradient, part) / groups
print(f"rank {me}: step {step + 1} with {groups} of 2 groups, weight {weight.item():.3f}")
# endregion

expected = torch.zeros(1)
for step in range(8):
    expected -= 0.5 * (expected - (1.5 if step < 3 else 1.0))
torch.testing.assert_close(weight, expected)
assert step == 7 and groups == 1  # shows: reaches-step-8
dist.destroy_process_group()
