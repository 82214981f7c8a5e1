"""The all_reduce of torch.distributed._functional_collectives has a backward; the older one warns: deprecated.

$ torchrun --nproc-per-node 2 snippets/large-models/functional_all_reduce_has_a_backward.py
"""
import warnings

import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as funcol
import torch.distributed.nn.functional as older

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region both
weight = torch.tensor([rank + 1.0], requires_grad=True)
total = funcol.all_reduce(weight, "sum", dist.group.WORLD)  # key line, else: total = weight
(slope,) = torch.autograd.grad(total * (rank + 1), weight)
print(f"rank {rank}: sum {total.item():g}, slope {slope.item():g}")

with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    older.all_reduce(weight)
print(f"rank {rank}: {seen[0].category.__name__} from torch.distributed.nn.functional")
# endregion

assert total.item() == 3 and slope.item() == 1 + 2  # the slopes of both ranks, summed
assert "deprecated" in str(seen[0].message) and "_functional_collectives" in str(seen[0].message)
dist.destroy_process_group()
