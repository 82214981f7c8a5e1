"""No all-reduce ends before every rank has called it: the rank that comes first waits inside, whichever it is.

$ torchrun --nproc-per-node 2 snippets/ddp/first_rank_waits_inside_the_all_reduce.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if rank != last:"
# stays = "The last rank would also say that it is about to call, and nobody waits for that."
# ///
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
store = dist.distributed_c10d._get_default_store()

# region wait
waits = []
for last in (1, 0):
    bucket = torch.full((1000,), rank + 1.0)
    if rank == last:
        store.get(f"rank {1 - last} is about to call first")
    began = time.monotonic()  # one clock for all processes of a machine
    if rank != last:
        store.set(f"rank {rank} is about to call first", "yes")
    dist.all_reduce(bucket)  # key line
    both = [None, None]
    dist.all_gather_object(both, (began, time.monotonic(), bucket.nbytes, bucket[0].item()))
    (first_began, first_ended, *_), (last_began, *_) = both[1 - last], both[last]
    waits.append(first_began < last_began < first_ended)
    if rank == 0:
        print(f"rank {last} calls last, and rank {1 - last} waits for it inside: {waits[-1]}")
# endregion

assert waits[0]  # shows: first-waited
assert waits[1]  # refutes: slower-link
assert both[0][2] == both[1][2]  # refutes: more-gradients
assert both[0][3] == both[1][3] == 1 + 2  # refutes: sends-receives
dist.destroy_process_group()
