"""Two forwards and one backward of the sum: the whole gradient is averaged.

$ torchrun --nproc-per-node 2 snippets/ddp/one_backward_averages_both_forwards.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
model = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
first, second = torch.full((1, 1), rank + 1.0), torch.full((1, 1), 2 * rank + 2.0)

# region right
one = model(first).sum()
two = model(second).sum()
(one + two).backward()  # key line, else: one.backward()
gradient = next(model.parameters()).grad.item()
print(f"rank {rank}: gradient {gradient}")
# endregion

# The averages of 1 and 2, and of 2 and 4.
assert gradient == 1.5 + 3.0  # refutes: one-sum
dist.destroy_process_group()
