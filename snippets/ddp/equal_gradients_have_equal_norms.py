"""After the average each rank clips its own gradients as one process would, and sends nothing for it.

$ torchrun --nproc-per-node 4 snippets/ddp/equal_gradients_have_equal_norms.py
"""
import time

import torch
import torch.distributed as dist
from torch.distributed.tensor.debug import CommDebugMode
from torch.nn.parallel import DistributedDataParallel
from torch.nn.utils import clip_grad_norm_

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
full = torch.arange(8.0).reshape(4, 2)  # one sample for each rank
single, layer = torch.nn.Linear(2, 1, bias=False), torch.nn.Linear(2, 1, bias=False)
single(full).mean().backward()
expected = clip_grad_norm_(single.parameters(), 1.0)

# region clip
model = DistributedDataParallel(layer)  # key line, else: model = layer
model(full[rank : rank + 1]).mean().backward()
with CommDebugMode() as sent:
    norm = clip_grad_norm_(model.parameters(), 1.0)
print(f"rank {rank}: norm {norm.item():.3f}, collectives {sent.get_total_counts()}")
# endregion

everyone = [torch.empty(()) for _ in range(world_size)]
dist.all_gather(everyone, norm)
assert sent.get_total_counts() == 0 and torch.equal(layer.weight.grad, single.weight.grad)  # shows: own-gradients
summed = sum(other.square() for other in everyone).sqrt()
assert norm == expected and summed != expected  # refutes: squared-norms
assert all(other == everyone[0] for other in everyone)  # refutes: factor-rank-0

layer.zero_grad()
model(full[rank : rank + 1]).mean().backward()
time.sleep(0.05 * rank)  # the ranks clip one after the other
clip_grad_norm_(model.parameters(), 1.0)
assert torch.equal(layer.weight.grad, single.weight.grad)  # refutes: barrier-before
dist.destroy_process_group()
