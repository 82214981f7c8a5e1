"""A spare waits in the store with its libraries loaded; it gets the place and the weights, and no work is lost.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/spare_takes_the_place_of_the_dead_rank.py
"""
import os
from datetime import timedelta

import torch
import torch.distributed as dist
from _group import join, who_is_left

dist.init_process_group("gloo")
me, store = dist.get_rank(), dist.distributed_c10d._get_default_store()
dist.destroy_process_group()  # only its store is needed
place, step, weight = [0, 1, 2, None][me], 0, torch.zeros(1)  # rank 3 is the spare


def summed(gradient):
    try:
        dist.all_reduce(gradient)
    except RuntimeError:
        return None
    return gradient


# region spare
if place is None:
    store.wait(["vacant"], timedelta(days=30))  # a plain get gives up after the timeout of the store
    place = int(store.get("vacant"))
    join(store, "group1", place, [0, 1, 2])
    start = torch.zeros(2)
    dist.broadcast(start, src=0)  # key line, else: dist.broadcast(start.clone(), src=0)
    step, weight = int(start[0]), start[1:]
    print(f"rank 3: takes place {place} from step {step}", flush=True)
else:
    join(store, "group0", place, [0, 1, 2])
# endregion
# region train
while step < 6:
    if (me, step) == (1, 4):
        os._exit(0)
    total = summed(weight - place)
    if total is None:
        dist.destroy_process_group()
        left = who_is_left(store, "call", me, [0, 1, 2])
        (vacant,) = {0, 1, 2} - set(left)
        store.set("vacant", str(vacant))
        join(store, "group1", place, [0, 1, 2])
        dist.broadcast(torch.tensor([step, weight.item()]), src=0)
        continue
    weight -= 0.1 * total
    step += 1
print(f"rank {me}: place {place}, step {step}, weight {weight.item():.4f}")
# endregion

expected = torch.zeros(1)
for _ in range(6):
    expected -= 0.1 * (3 * expected - 3)
assert torch.allclose(weight, expected)  # shows: as-uninterrupted
dist.destroy_process_group()
