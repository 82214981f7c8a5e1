"""Two forwards and then two backwards: only the first backward is averaged, and no error appears.

$ torchrun --nproc-per-node 2 snippets/ddp/two_forwards_lose_the_second_average.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
model = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
first, second = torch.full((1, 1), rank + 1.0), torch.full((1, 1), 2 * rank + 2.0)

# region wrong
one = model(first).sum()
two = model(second).sum()
one.backward()
two.backward()  # key line
gradient = next(model.parameters()).grad.item()
print(f"rank {rank}: gradient {gradient}")
# endregion

# The average of 1 and 2, and its own second gradient.
assert gradient == 1.5 + 2 * (rank + 1)  # shows: two-forwards-each
dist.destroy_process_group()
