"""DDP cannot send the only buffer of a model if a transpose left it with odd strides: the copy back overlaps itself.

$ torchrun --nproc-per-node 2 snippets/errors/only_buffer_with_odd_strides_stops_the_broadcast.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: unsupported operation: some elements of the input tensor"
# asserts = ['raises("RuntimeError: unsupported operation", at="ddp(") and says("strides: (4, 8, 1) contiguous: True")']
# ///
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")


# region model
class Positions(nn.Module):
    def __init__(self):
        super().__init__()
        positions = torch.zeros(2, 4).unsqueeze(0).transpose(0, 1)  # key line, else: positions = torch.zeros(2, 4).unsqueeze(1)
        self.register_buffer("positions", positions)
        self.layer = nn.Linear(4, 4)

    def forward(self, tokens):
        return self.layer(tokens + self.positions)


model = Positions()
print("strides:", model.positions.stride(), "contiguous:", model.positions.is_contiguous())
ddp = DistributedDataParallel(model)
ddp(torch.ones(2, 1, 4))
# endregion
