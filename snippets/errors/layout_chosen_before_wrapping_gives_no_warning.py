"""A model that is in channels_last when DDP wraps it has buckets with the strides of its gradients.

$ torchrun --nproc-per-node 2 snippets/errors/layout_chosen_before_wrapping_gives_no_warning.py
"""
# /// script
# [tool.lockstep]
# asserts = ['says("weight: (27, 1, 9, 3)") and not complains("Grad strides do not match")']
# ///
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")

# region step
layer = nn.Conv2d(3, 2, 3, bias=False)
layer.to(memory_format=torch.channels_last)  # key line
ddp = DistributedDataParallel(layer)
ddp(torch.ones(1, 3, 4, 4)).sum().backward()
weight = ddp.module.weight
print("weight:", weight.stride(), "gradient:", weight.grad.stride())
# endregion

assert weight.stride() == weight.grad.stride() == (27, 1, 9, 3)
dist.destroy_process_group()
