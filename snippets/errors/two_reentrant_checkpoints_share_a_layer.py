"""Two reentrant checkpoints of one layer mark its parameters ready twice in one backward.

$ torchrun --nproc-per-node 2 snippets/errors/two_reentrant_checkpoints_share_a_layer.py
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


# region model
class Shared(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.block = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)

    def forward(self, x):
        x = self.first(x)
        x = checkpoint(self.block, x, use_reentrant=True)
        return checkpoint(self.block, x, use_reentrant=True)  # key line, else: return x


model = DistributedDataParallel(Shared())
model(torch.full((1, 1), rank + 1.0)).sum().backward()
print(f"rank {rank}: one step done")
# endregion

dist.destroy_process_group()
