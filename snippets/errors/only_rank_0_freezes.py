"""Where only rank 0 freezes a layer, the ranks train different numbers of parameters, and DDP stops.

$ torchrun --nproc-per-node 2 snippets/errors/only_rank_0_freezes.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: DDP expects same model across all ranks"
# asserts = [
#   '''(says("2 parameters to train", rank=0) and says("4 parameters to train", rank=1)
#      and raises("RuntimeError", at="DistributedDataParallel(model)"))''',
# ]
# volatile = ["DDP expects same model", "Connection (closed|reset)"]
# ///
from datetime import timedelta

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo", timeout=timedelta(seconds=5))
rank = dist.get_rank()

# region wrap
backbone, head = torch.nn.Linear(4, 4), torch.nn.Linear(4, 2)
if rank == 0:  # only rank 0 has the pretrained weights
    torch.nn.init.eye_(backbone.weight)
    backbone.requires_grad_(False)  # key line
model = torch.nn.Sequential(backbone, head)
trained = [p for p in model.parameters() if p.requires_grad]
print(f"rank {rank}: {len(trained)} parameters to train")
model = DistributedDataParallel(model)
# endregion

dist.destroy_process_group()
