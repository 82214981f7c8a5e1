"""With find_unused_parameters one reentrant checkpoint is enough to mark a parameter ready twice.

$ torchrun --nproc-per-node 2 snippets/errors/reentrant_checkpoint_and_unused_search.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Expected to mark a variable ready only once."
# asserts = [
#   '''(raises("RuntimeError: Expected to mark a variable ready only once", at=".backward()")
#      and complains("has been marked as ready twice"))''',
# ]
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint

dist.init_process_group("gloo")
rank = dist.get_rank()


class Plain(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.block = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)

    def forward(self, x):
        return checkpoint(self.block, self.first(x), use_reentrant=True)


# region model
net = Plain()
ddp = DistributedDataParallel(net, find_unused_parameters=True)  # key line, else: ddp = DistributedDataParallel(net)
ddp(torch.full((1, 1), rank + 1.0)).sum().backward()
print(f"rank {rank}: one step done")
# endregion

dist.destroy_process_group()
