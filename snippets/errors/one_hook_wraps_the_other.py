"""One hook that wraps the other does the work of both.

$ torchrun --nproc-per-node 2 snippets/errors/one_hook_wraps_the_other.py
"""
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks import default_hooks
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size, types = dist.get_rank(), dist.get_world_size(), []


# region hook
def note(group, bucket):
    types.append(bucket.buffer().dtype)
    return default_hooks.allreduce_hook(group, bucket)


model = DistributedDataParallel(torch.nn.Linear(1, 1))
hook = default_hooks.fp16_compress_wrapper(note)  # key line, else: hook = note
model.register_comm_hook(None, hook)
model(torch.full((1, 1), rank + 1.0)).sum().backward()
print(f"rank {rank}: sent as {types}")
# endregion

assert types == [torch.float16]
assert model.module.weight.grad.item() == (world_size + 1) / 2
dist.destroy_process_group()
