"""DDP refuses SyncBatchNorm layers on a CPU.

$ torchrun --nproc-per-node 2 snippets/batch-size/syncbatchnorm_needs_gpus.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: SyncBatchNorm layers only work with GPU modules"
# asserts = [
#   'raises("ValueError: SyncBatchNorm layers only work with GPU modules", at="DistributedDataParallel(model)")',
# ]
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")

# region convert
model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.BatchNorm1d(3))
model = torch.nn.SyncBatchNorm.convert_sync_batchnorm(model)  # key line
model = DistributedDataParallel(model)
# endregion

dist.destroy_process_group()
