"""The module inside the wrapper still has the attributes of the model.

$ torchrun --nproc-per-node 2 snippets/errors/module_inside_has_the_attribute.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()


class Classifier(torch.nn.Linear):
    classes = "cat", "dog"


# region read
model = Classifier(1, 2)
model = DistributedDataParallel(model)
scores = model(torch.ones(1, 1))
model = model.module  # key line -> AttributeError: 'DistributedDataParallel' object has no attribute 'classes'
print(f"rank {rank}: {scores.numel()} scores for {model.classes}")
# endregion

assert scores.numel() == len(model.classes)
dist.destroy_process_group()
