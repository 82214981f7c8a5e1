"""Ranks that make the same groups in two orders wait in new_group, and the keys tell the number of the group.

$ torchrun --nproc-per-node 4 snippets/errors/groups_made_in_two_orders_wait.py
"""
# /// script
# [tool.lockstep]
# expect = "DistStoreError: wait timeout after 8000ms, keys:"
# asserts = ['raises("DistStoreError: wait timeout after 8000ms, keys:", at="dist.new_group")']
# volatile = ["wait timeout after"]
# ///
from datetime import timedelta

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
wanted = {"pair": [0, 1], "all": [0, 1, 2, 3]}

# region groups
if rank == 1:
    wanted = dict(reversed(wanted.items()))  # key line
groups = {}
for name, members in wanted.items():
    groups[name] = dist.new_group(members, timeout=timedelta(seconds=8))
value = torch.tensor(rank + 1.0)
dist.all_reduce(value, group=groups["all"])
print(f"sum of all {value.item()}")
# endregion

dist.destroy_process_group()
