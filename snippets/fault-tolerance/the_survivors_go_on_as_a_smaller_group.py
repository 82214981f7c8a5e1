"""A rank dies in step 3; the others share all samples, and end as one process.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/the_survivors_go_on_as_a_smaller_group.py
"""
import os
from itertools import count

import torch
import torch.distributed as dist
from _group import join, who_is_left

dist.init_process_group("gloo")
me, store = dist.get_rank(), dist.distributed_c10d._get_default_store()
samples = torch.arange(12.0)
weight, step, alive, losses = torch.zeros(1), 0, [0, 1, 2, 3], count(1)


def gradient(weight, part):
    """Of the sum of (weight * x - x) ** 2."""
    return (2 * (weight * part - part) * part).sum().reshape(1)


def summed(gradient):
    try:
        dist.all_reduce(gradient)
    except RuntimeError:
        return None
    return gradient


# region regroup
def smaller_group():
    dist.destroy_process_group()  # closes the connections, so that all notice
    number = next(losses)  # other names at the next loss
    left = who_is_left(store, f"call{number}", me, alive)
    join(store, f"group{number}", me, left)
    return left
# endregion

# region train
while step < 6:
    if (me, step) == (3, 3):
        os._exit(0)  # its connections are closed, as in a crash
    mine = samples[alive.index(me) :: len(alive)]  # key line, else: mine = samples[me::4]
    total = summed(gradient(weight, mine))
    if total is None:  # somebody is gone
        alive = smaller_group()
        continue  # the weight is that of the last whole step
    weight -= 0.001 * total / len(samples)
    step += 1
print(f"rank {me}: now {alive.index(me)} of {len(alive)}, weight {weight.item():.4f}")
# endregion

alone = torch.zeros(1)
for _ in range(6):
    alone -= 0.001 * gradient(alone, samples) / len(samples)
assert torch.allclose(weight, alone)  # shows: equal-one-process
assert len(mine) == 4  # shows: four-samples
assert alive == [0, 1, 2] and len(mine) == 4  # shows: three-four-samples
dist.destroy_process_group()
