"""Images in channels_last give a depthwise weight a gradient with other strides than its bucket has, and DDP warns.

$ torchrun --nproc-per-node 2 snippets/errors/gradient_has_other_strides_than_its_bucket.py
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
rank = dist.get_rank()


# region step
ddp = DistributedDataParallel(nn.Conv2d(2, 2, 3, groups=2, bias=False))
images = torch.full((1, 2, 4, 4), 1.0 + rank)
images = images.to(memory_format=torch.channels_last)  # key line
ddp(images).sum().backward()
weight = ddp.module.weight
print("weight:", weight.stride(), "gradient:", weight.grad.stride())
# endregion

assert weight.stride() == (9, 9, 3, 1)
assert weight.grad.stride() == (9, 1, 3, 1)  # so the warning comes
assert torch.equal(weight.grad, torch.full_like(weight, 4 * 1.5))  # the average of the ranks is right all the same
dist.destroy_process_group()
