"""Ranks that make their groups in the order of the names are partners in each, and the job goes on.

$ torchrun --nproc-per-node 4 snippets/errors/groups_made_in_one_order_find_their_partner.py
"""
from datetime import timedelta

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
wanted = {"pair": [0, 1], "all": [0, 1, 2, 3]}
if rank == 1:
    wanted = dict(reversed(wanted.items()))

# region groups
groups = {}
names = sorted(wanted)  # key line, else: names = list(wanted) -> DistStoreError: wait timeout after 8000ms, keys:
for name in names:
    groups[name] = dist.new_group(wanted[name], timeout=timedelta(seconds=8))
value = torch.tensor(rank + 1.0)
dist.all_reduce(value, group=groups["all"])
print(f"sum of all {value.item()}")
# endregion

assert value.item() == 1 + 2 + 3 + 4
dist.destroy_process_group()
