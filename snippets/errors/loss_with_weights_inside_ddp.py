"""A loss with weights of its own is wrapped in DDP too, so that all ranks have the same norm of the gradients.

$ torchrun --nproc-per-node 2 snippets/errors/loss_with_weights_inside_ddp.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.nn.utils import get_total_norm

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region check
body, head = nn.Linear(1, 1, bias=False), nn.Linear(1, 1, bias=False)  # the head belongs to the loss
nn.init.ones_(body.weight), nn.init.ones_(head.weight)
body = DistributedDataParallel(body)
head = DistributedDataParallel(head)  # key line -> FloatingPointError: Fatal error: gradients are inconsistent
loss = head(body(torch.tensor([[rank + 1.0]]))).sum()
loss.backward()

norm = get_total_norm([part.grad for part in (*body.parameters(), *head.parameters())])
dist.all_gather(norms := [torch.empty(()) for _ in range(world_size)], norm)
print("norm of the gradients:", ", ".join(f"{one:.4} on rank {other}" for other, one in enumerate(norms)))
if max(norms) - min(norms) > 1e-6 * max(norms):
    raise FloatingPointError("Fatal error: gradients are inconsistent between workers.")
# endregion

averaged = [part.grad.item() for part in (*body.parameters(), *head.parameters())]
assert averaged == [1.5, 1.5]  # the mean of 1 and 2
dist.destroy_process_group()
