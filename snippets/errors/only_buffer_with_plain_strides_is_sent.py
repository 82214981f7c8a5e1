"""DDP sends the only buffer of a model if its new dimension is inserted where it belongs, and not moved there.

$ torchrun --nproc-per-node 2 snippets/errors/only_buffer_with_plain_strides_is_sent.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()


# region model
class Positions(nn.Module):
    def __init__(self):
        super().__init__()
        positions = torch.full((2, 4), float(rank)).unsqueeze(1)  # key line, else: positions = torch.full((2, 4), float(rank)).unsqueeze(0).transpose(0, 1) -> RuntimeError: unsupported operation: some elements
        self.register_buffer("positions", positions)
        self.layer = nn.Linear(4, 4)

    def forward(self, tokens):
        return self.layer(tokens + self.positions)


ddp = DistributedDataParallel(Positions())
output = ddp(torch.ones(2, 1, 4))
print("strides:", ddp.module.positions.stride(), "output:", tuple(output.shape))
# endregion

assert torch.equal(ddp.module.positions, torch.zeros(2, 1, 4))  # that of rank 0
dist.destroy_process_group()
