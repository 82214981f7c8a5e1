"""SyncBatchNorm refuses a tensor on the CPU in training, as soon as there is a process group.

$ torchrun --nproc-per-node 2 snippets/errors/sync_batchnorm_trains_on_no_cpu.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: SyncBatchNorm expected input tensor to be on GPU or XPU or"
# asserts = ['raises("ValueError: SyncBatchNorm expected", at="model(x)") and not says("trained")']
# ///
import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("gloo")

# region train
model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4))
model = nn.SyncBatchNorm.convert_sync_batchnorm(model)  # key line
x = torch.randn(2, 3, 8, 8)
model(x).mean().backward()
print("trained")
# endregion

dist.destroy_process_group()
