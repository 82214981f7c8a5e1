import time
t=time.time()
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from _model import Block, Model
from _count import Kept
print(time.time()-t)
for s in (2048, 8192):
  with FakeTensorMode():
    block = Block(4096, 14336, 32, 8).bfloat16()
    x = torch.empty(1, s, 4096, dtype=torch.bfloat16, requires_grad=True)
    with Kept(block) as kept:
        y = block(x)
    for t in kept.tensors: print(tuple(t.shape), t.dtype, t.untyped_storage().nbytes()/s/4096/2)
    print(kept.bytes/1e9, kept.bytes/s/4096/2)
    y.sum().backward()
    print(block.mlp.up.weight.grad.shape)
