"""A base in 4 bits is a tensor of bytes: as a parameter with the default requires_grad it raises on every rank, before anything is sharded.

$ torchrun --nproc-per-node 2 snippets/errors/packed_weights_cannot_require_gradients.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Only Tensors of floating point and complex dtype can require gradients"
# asserts = ['raises("RuntimeError: Only Tensors of floating point", at="nn.Parameter(") and not says("sharded")']
# ///
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")


# region layer
class Layer(nn.Module):
    def __init__(self, packed):
        super().__init__()
        self.base = nn.Parameter(packed)  # key line, else: self.base = nn.Parameter(packed, requires_grad=False)
        self.a = nn.Parameter(torch.randn(2, 8))
        self.b = nn.Parameter(torch.zeros(8, 2))


packed = torch.zeros(8, 4, dtype=torch.uint8)  # two weights in a byte
model = fully_shard(Layer(packed))
print(f"sharded {model.base.dtype}")
# endregion

dist.destroy_process_group()
