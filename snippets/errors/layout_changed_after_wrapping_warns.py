"""A model that becomes channels_last after DDP has wrapped it gets gradients in that layout; its first buckets do not.

$ torchrun --nproc-per-node 2 snippets/errors/layout_changed_after_wrapping_warns.py
"""
# /// script
# [tool.lockstep]
# asserts = ['complains("Grad strides do not match bucket view strides")']
# ///
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")

# region step
ddp = DistributedDataParallel(nn.Conv2d(3, 2, 3, bias=False))
ddp.to(memory_format=torch.channels_last)  # key line
ddp(torch.ones(1, 3, 4, 4)).sum().backward()
weight = ddp.module.weight
print("weight:", weight.stride(), "gradient:", weight.grad.stride())
# endregion

assert weight.stride() == weight.grad.stride() == (27, 1, 9, 3)
dist.destroy_process_group()
