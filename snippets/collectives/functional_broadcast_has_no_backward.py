"""The functional broadcast has no backward: each rank gets the gradient of its own loss alone, and torch warns.

$ torchrun --nproc-per-node 2 snippets/collectives/functional_broadcast_has_no_backward.py
"""
import warnings

import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as funcol

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

weight = torch.tensor([5.0 + rank], requires_grad=True)

# region slope
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    copy = funcol.broadcast(weight, 0, dist.group.WORLD)  # key line, else: copy = funcol.all_reduce(weight, "sum", dist.group.WORLD)
    loss = (rank + 1) * copy
    (slope,) = torch.autograd.grad(loss, weight)
print(f"rank {rank}: copy {copy.item():g}, slope {slope.item():g}")
print(*{str(one.message).partition(" to the")[0] for one in seen if "functional" in str(one.message)})
# endregion

assert slope.item() == rank + 1  # of one process: 3 for the weight of rank 0, and 0 for that of rank 1
assert any("autograd kernel was not registered" in str(one.message) for one in seen)
dist.destroy_process_group()
