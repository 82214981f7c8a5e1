"""The DDP constructor stops if a rank has other shapes than rank 0.

$ torchrun --nproc-per-node 2 snippets/ddp/constructor_compares_the_shapes.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: [1]: params[0] in this process with sizes [3, 2] appears not to match sizes"
# asserts = [
#   '''(raises("RuntimeError: params[0]", rank=1, at="DistributedDataParallel(model)")
#      and not raises("RuntimeError: params[0]", rank=0))''',
#   'says("rank 0: weight [2, 2]", rank=0) and says("rank 1: weight [3, 2]", rank=1)',
# ]
# volatile = ["Connection (closed|reset)"]
# timeout = 60
# ///
from datetime import timedelta

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo", timeout=timedelta(seconds=5))
rank = dist.get_rank()

# region construct
model = torch.nn.Linear(2, 2 + rank)  # key line, else: model = torch.nn.Linear(2, 2)
print(f"rank {rank}: weight {list(model.weight.shape)}")
model = DistributedDataParallel(model)
# endregion

dist.destroy_process_group()
