"""The model is converted only where its tensors are on GPUs; on a CPU it keeps BatchNorm, and evaluation works with both.

$ torchrun --nproc-per-node 2 snippets/errors/sync_batchnorm_only_on_gpus.py
"""
import copy

import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("gloo")
x = torch.randn(2, 3, 8, 8)

# region train
model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4))
if x.is_cuda:  # key line, else: if True: -> ValueError: SyncBatchNorm expected input tensor
    model = nn.SyncBatchNorm.convert_sync_batchnorm(model)
model(x).mean().backward()
print("trained with", type(model[1]).__name__)

synced = nn.SyncBatchNorm.convert_sync_batchnorm(copy.deepcopy(model)).eval()
print("evaluated with", type(synced[1]).__name__)
# endregion

assert torch.equal(synced(x), model.eval()(x))
dist.destroy_process_group()
