"""Two profiles counted and compared: the rows that one rank has more often name the work that it does alone.

$ torchrun --nproc-per-node 2 snippets/debug/profiles_differ_in_one_row.py
"""
from collections import Counter

import torch
import torch.distributed as dist
from torch.profiler import ProfilerActivity, profile

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(8, 8))


def step():
    model(torch.ones(4, 8)).sum().backward()
    if rank == 0:  # for the log
        [weight.norm() for weight in model.parameters()]


# region profile
with profile(activities=[ProfilerActivity.CPU]) as profiler:
    step()
rows = Counter({row.key: row.count for row in profiler.key_averages() if "as_strided" not in row.key})
profiles = [None] * dist.get_world_size()
dist.all_gather_object(profiles, rows)
more = profiles[0] - profiles[1]  # key line, else: more = profiles[0]
if rank == 0:
    print(f"both call all_reduce {profiles[1]['gloo:all_reduce']} time")
    for name, count in more.items():
        print(f"rank 0 alone: {name} {count} times")
# endregion

assert more == {"aten::linalg_vector_norm": 2}, more  # shows: norm-rank-0
assert profiles[0]["gloo:all_reduce"] == profiles[1]["gloo:all_reduce"] == 1  # shows: all-reduce-both
assert profiles[0]["aten::addmm"] == profiles[1]["aten::addmm"] == 1  # shows: products-both
dist.destroy_process_group()
