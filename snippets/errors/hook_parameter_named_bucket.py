"""A communication hook whose second parameter is called bucket sees every gradient.

$ torchrun --nproc-per-node 2 snippets/errors/hook_parameter_named_bucket.py
"""
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size, sizes = dist.get_rank(), dist.get_world_size(), []


# region hook
def count(group, bucket):
    sizes.append(bucket.buffer().numel())
    return allreduce_hook(group, bucket)


model = DistributedDataParallel(torch.nn.Linear(1, 1))
model.register_comm_hook(None, count)  # key line
model(torch.full((1, 1), rank + 1.0)).sum().backward()
print(f"rank {rank}: gradients sent {sum(sizes)}")
# endregion

assert sizes == [2]  # weight and bias in one bucket
assert model.module.weight.grad.item() == (world_size + 1) / 2
dist.destroy_process_group()
