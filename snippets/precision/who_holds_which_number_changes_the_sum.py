"""The same four numbers on different ranks give different float32 sums: 2 is right, and it can be 0.

$ torchrun --nproc-per-node 4 snippets/precision/who_holds_which_number_changes_the_sum.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

# region orders
sums = []
for numbers in ([1e8, -1e8, 1.0, 1.0], [1e8, 1.0, -1e8, 1.0], [1.0, 1.0, 1e8, -1e8]):
    value = torch.tensor([numbers[rank]])
    dist.all_reduce(value)  # key line
    sums.append(value.item())
print(f"three orders: {sums}")
# endregion

assert sums[0] == 0.0 and sums[2] == 2.0  # shows: 0-or-2
dist.destroy_process_group()
