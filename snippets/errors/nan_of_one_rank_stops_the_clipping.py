"""A NaN that one rank computed stops the clipping, and neither the error nor the loss of rank 0 names that rank.

$ torchrun --nproc-per-node 4 snippets/errors/nan_of_one_rank_stops_the_clipping.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: The total norm of order 2.0 for gradients from `parameters` is non-finite"
# asserts = ['raises("RuntimeError: The total norm", at="clip_grad_norm_") and says("loss 1.0", rank=0)']
# ///
import math

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
net = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(net.weight)

# region train
model = DistributedDataParallel(net)
sample = torch.full((1, 1), rank + 1.0)
if rank == 2:
    sample[0] = math.nan  # key line
loss = model(sample).mean()
if rank == 0:
    print(f"loss {loss.item()}")
loss.backward()
torch.nn.utils.clip_grad_norm_(model.parameters(), 9.0, error_if_nonfinite=True)
# endregion

dist.destroy_process_group()
