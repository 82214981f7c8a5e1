"""DDP does not pass on the attributes of the model that it wraps.

$ torchrun --nproc-per-node 2 snippets/errors/attribute_of_the_model_is_hidden.py
"""
# /// script
# [tool.lockstep]
# expect = "AttributeError: 'DistributedDataParallel' object has no attribute 'classes'"
# asserts = ['raises("AttributeError", at="model.classes") and not says("scores for")']
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()


class Classifier(torch.nn.Linear):
    classes = "cat", "dog"


# region read
model = Classifier(1, 2)
model = DistributedDataParallel(model)  # key line
scores = model(torch.ones(1, 1))
print(f"rank {rank}: {scores.numel()} scores for {model.classes}")
# endregion

dist.destroy_process_group()
