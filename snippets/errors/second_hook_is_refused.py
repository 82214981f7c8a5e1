"""DDP takes one communication hook: a second one is refused.

$ torchrun --nproc-per-node 2 snippets/errors/second_hook_is_refused.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: register_comm_hook or register_builtin_comm_hook can only be called once."
# asserts = ['raises("RuntimeError: can only be called once", at="fp16_compress_hook")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks import default_hooks
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, types = dist.get_rank(), []


# region hook
def note(group, bucket):
    types.append(bucket.buffer().dtype)
    return default_hooks.allreduce_hook(group, bucket)


model = DistributedDataParallel(torch.nn.Linear(1, 1))
model.register_comm_hook(None, note)
model.register_comm_hook(None, default_hooks.fp16_compress_hook)  # key line
model(torch.full((1, 1), rank + 1.0)).sum().backward()
print(f"rank {rank}: sent as {types}")
# endregion

dist.destroy_process_group()
