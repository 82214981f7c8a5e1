"""fully_shard adds no method no_sync to the model: a loop written for DDP stops at its first micro-batch.

$ torchrun --nproc-per-node 2 snippets/errors/no_sync_is_gone_after_fully_shard.py
"""
# /// script
# [tool.lockstep]
# expect = "AttributeError: 'FSDPLinear' object has no attribute 'no_sync'"
# asserts = ['raises("AttributeError", at="model.no_sync()") and not says("micro-batches")']
# ///
import contextlib

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))
torch.manual_seed(0)
micro_batches = torch.randn(16, 3)[rank::world_size].chunk(4)

# region train
model = torch.nn.Linear(3, 2, bias=False)
model = fully_shard(model, mesh=mesh)  # key line, else: model = torch.nn.parallel.DistributedDataParallel(model)
for number, micro_batch in enumerate(micro_batches, 1):
    sync = contextlib.nullcontext() if number == 4 else model.no_sync()
    with sync:
        (model(micro_batch).sum(1).mean() / 4).backward()
print("micro-batches:", len(micro_batches))
# endregion

dist.destroy_process_group()
