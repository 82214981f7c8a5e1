"""With TORCH_DISTRIBUTED_DEBUG=DETAIL two all-gathers go before each all-reduce: they compare the calls.

$ torchrun --nproc-per-node 2 snippets/debug/detail_adds_two_gathers_to_each_call.py
"""
import pickle
from collections import Counter

import torch
import torch.distributed as dist
from torch._C._distributed_c10d import _dump_fr_trace

dist.init_process_group("gloo")


# region count
def recorded(level, steps=5):
    dist.set_debug_level(level)
    group = dist.new_group()
    before = pickle.loads(_dump_fr_trace())["entries"]
    for _ in range(steps):
        dist.all_reduce(torch.ones(4), group=group)
    entries = pickle.loads(_dump_fr_trace())["entries"][len(before):]
    return Counter(entry["profiling_name"] for entry in entries)


off = recorded(dist.DebugLevel.OFF)
detail = recorded(dist.DebugLevel.DETAIL)  # key line, else: detail = recorded(dist.DebugLevel.OFF)
if dist.get_rank() == 0:
    print("OFF:   ", dict(off))
    print("DETAIL:", dict(detail))
# endregion

assert off == {"gloo:all_reduce": 5}  # shows: off-adds-nothing
assert detail == {"gloo:all_reduce": 5, "gloo:all_gather": 10}  # shows: two-gathers-each
dist.set_debug_level(dist.DebugLevel.OFF)
dist.destroy_process_group()
