"""A tied weight and slices of a flat buffer share a storage; copies share no memory.

$ torchrun --nproc-per-node 2 snippets/errors/weights_of_one_storage_are_found_and_copied.py
"""
from collections import defaultdict

import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("gloo")
model = nn.ModuleDict({"embed": nn.Embedding(8, 4), "norm": nn.LayerNorm(4)})
model["head"] = nn.Linear(4, 8, bias=False)
model["head"].weight = model["embed"].weight  # tied
flat = torch.zeros(8)
model["norm"].weight.data, model["norm"].bias.data = flat[:4], flat[4:]  # two slices of a buffer


# region share
def shared(state):
    names = defaultdict(list)
    for name, tensor in state.items():
        if tensor.numel():  # all empty tensors have the same address
            names[tensor.untyped_storage().data_ptr()].append(name)
    return [found for found in names.values() if len(found) > 1]


state = model.state_dict()
print("share memory:", shared(state))
del state["head.weight"]  # tied: one name is enough, and loading ties it again
state = {name: tensor.clone() for name, tensor in state.items()}  # key line
print("share memory:", shared(state))
# endregion

assert shared(state) == [] and len(state) == 3
dist.destroy_process_group()
