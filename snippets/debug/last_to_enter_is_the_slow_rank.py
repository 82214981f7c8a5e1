"""Each rank adds one to a counter before each collective: the slow rank gets the highest number.

$ torchrun --nproc-per-node 4 snippets/debug/last_to_enter_is_the_slow_rank.py
"""

# /// script
# [[tool.lockstep.what-if]]
# line = "dist.all_reduce(gradient)"
# stays = "It brings the ranks together, as in training. Rank 2 is last in any case."
# ///
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
store = dist.distributed_c10d._get_default_store()  # the store of torchrun, one for all hosts
gradient, last = torch.ones(1), 0


def compute():
    time.sleep(0.4 if rank == 2 else 0.0)  # a full disk, a longer text


# region enter
for step in range(4):
    compute()
    place = store.add(f"enters step {step}", 1)  # key line, else: place = rank + 1
    dist.all_reduce(gradient)
    last += place == ranks
print(f"rank {rank}: last in {last} of 4 steps")
# endregion

lasts = torch.zeros(ranks)
lasts[rank] = last
dist.all_reduce(lasts)
assert lasts.sum() == 4  # one is last in each step  # shows: one-last-each-step
assert lasts.argmax() == 2  # shows: slow-rank-last
assert lasts[0] == 0  # it waits in the collective  # shows: rank-0-waits
assert lasts[0] < lasts[2]  # so it waits for rank 2  # refutes: rank-0-nobody
dist.destroy_process_group()
