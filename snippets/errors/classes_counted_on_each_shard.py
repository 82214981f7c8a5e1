"""A model sized by the labels of each rank's own shard has other shapes on each rank, and DDP stops.

$ torchrun --nproc-per-node 2 snippets/errors/classes_counted_on_each_shard.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: [1]: params[0] in this process with sizes [2, 4] appears not to match sizes"
# asserts = [
#   '''(says("weight [3, 4]", rank=0) and says("weight [2, 4]", rank=1)
#      and raises("RuntimeError", rank=1, at="DistributedDataParallel(model)"))''',
# ]
# volatile = ["Connection (closed|reset)"]
# ///
from datetime import timedelta

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo", timeout=timedelta(seconds=5))
rank, world_size = dist.get_rank(), dist.get_world_size()
all_labels = torch.tensor([2, 0, 1, 1])

# region wrap
labels = all_labels[rank::world_size]  # key line, else: labels = all_labels
classes = labels.max() + 1
model = torch.nn.Linear(4, int(classes))
print(f"rank {rank}: labels {labels.tolist()}, weight {list(model.weight.shape)}")
model = DistributedDataParallel(model)
# endregion

dist.destroy_process_group()
