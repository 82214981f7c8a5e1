"""A lazy layer has no weights before its first forward, and DDP refuses it.

$ torchrun --nproc-per-node 2 snippets/errors/lazy_layer_is_wrapped_before_its_first_forward.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Modules with uninitialized parameters can't be used with `DistributedDataParallel`"
# asserts = ['raises("RuntimeError: Modules with uninitialized parameters", at="DistributedDataParallel(model)")']
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")

# region wrap
model = torch.nn.LazyLinear(1)  # key line, else: model = torch.nn.Linear(4, 1)
model = DistributedDataParallel(model)
output = model(torch.ones(2, 4))
print("output:", tuple(output.shape))
# endregion

dist.destroy_process_group()
