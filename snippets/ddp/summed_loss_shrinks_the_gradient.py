"""With a summed loss DDP on 4 ranks gives a quarter of the single-process gradient.

$ torchrun --nproc-per-node 4 snippets/ddp/summed_loss_shrinks_the_gradient.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
full = torch.arange(1.0, 9).reshape(8, 1)  # samples 1, 2, ..., 8
single = torch.nn.Linear(1, 1, bias=False)
single(full).sum().backward()

# region wrong
model = torch.nn.Linear(1, 1, bias=False)
model = DistributedDataParallel(model)
loss = model(full[rank::world_size]).sum()  # key line, else: loss = model(full[rank::world_size]).mean()
loss.backward()
gradient = next(model.parameters()).grad.item()
print(f"one process {single.weight.grad.item()}, DDP {gradient}")
# endregion

assert gradient == full.sum() / world_size  # one process: full.sum()
dist.destroy_process_group()
