"""A communication hook whose second parameter is not called bucket is refused with a KeyError.

$ torchrun --nproc-per-node 2 snippets/errors/hook_parameter_with_another_name.py
"""
# /// script
# [tool.lockstep]
# expect = "KeyError: 'bucket'"
# asserts = ['raises("KeyError", at="model.register_comm_hook(None, count)")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, sizes = dist.get_rank(), []


# region hook
def count(group, grads):
    sizes.append(grads.buffer().numel())
    return allreduce_hook(group, grads)


model = DistributedDataParallel(torch.nn.Linear(1, 1))
model.register_comm_hook(None, count)  # key line
model(torch.full((1, 1), rank + 1.0)).sum().backward()
print(f"rank {rank}: gradients sent {sum(sizes)}")
# endregion

dist.destroy_process_group()
