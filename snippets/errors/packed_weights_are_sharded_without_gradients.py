"""Bytes that need no gradient are sharded and gathered like any parameter, and the adapter beside them is trained.

$ torchrun --nproc-per-node 2 snippets/errors/packed_weights_are_sharded_without_gradients.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)


# region layer
class Layer(nn.Module):
    def __init__(self, packed):
        super().__init__()
        self.base = nn.Parameter(packed, requires_grad=False)  # key line, else: self.base = nn.Parameter(packed) -> RuntimeError: Only Tensors of floating point and complex dtype
        self.a = nn.Parameter(torch.randn(2, 8))
        self.b = nn.Parameter(torch.zeros(8, 2))

    def forward(self, x):
        levels = torch.stack([self.base // 16, self.base % 16], -1).flatten(1)
        return x @ (levels / 15 - 0.5).T + x @ self.a.T @ self.b.T


packed = torch.randint(0, 256, (8, 4), dtype=torch.uint8)  # two weights in a byte
model = fully_shard(Layer(packed))
model(torch.ones(1, 8)).sum().backward()
held = model.base.to_local()
print(f"rank {rank}: {held.nbytes} of {packed.nbytes} bytes, gradient of the base {model.base.grad}")
# endregion

assert torch.equal(held, packed.chunk(2)[rank])  # shows: half-of-the-bytes
assert model.base.grad is None
assert model.b.grad.full_tensor().abs().sum() > 0  # shows: adapter-has-a-gradient
dist.destroy_process_group()
