"""The largest label of all ranks gives every rank the same model.

$ torchrun --nproc-per-node 2 snippets/errors/labels_of_all_ranks_count_the_classes.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
all_labels = torch.tensor([2, 0, 1, 1])

# region wrap
labels = all_labels[rank::world_size]
classes = labels.max() + 1
dist.all_reduce(classes, dist.ReduceOp.MAX)  # key line -> RuntimeError: appears not to match sizes
model = torch.nn.Linear(4, int(classes))
print(f"rank {rank}: labels {labels.tolist()}, weight {list(model.weight.shape)}")
model = DistributedDataParallel(model)
# endregion

assert model.module.weight.shape == (int(all_labels.max()) + 1, 4)
dist.destroy_process_group()
