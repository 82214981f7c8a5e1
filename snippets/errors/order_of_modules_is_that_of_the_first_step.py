"""A layer that always runs, and is multiplied by zero where it is not wanted, keeps the order of modules in all steps.

$ torchrun --nproc-per-node 2 snippets/errors/order_of_modules_is_that_of_the_first_step.py
"""
import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("gloo")
rank = dist.get_rank()
found, order = [], []
model = nn.ModuleDict({"text": nn.Linear(2, 2), "image": nn.Linear(2, 2), "head": nn.Linear(2, 1)})


def branch(words, has_image):
    hidden = model["text"](words)
    return model["head"](hidden + model["image"](words) if has_image else hidden)


# region order
def masked(words, has_image):
    hidden = model["text"](words)
    return model["head"](hidden + model["image"](words) * has_image)  # key line, else: return branch(words, has_image)


for name, module in model.items():
    module.register_forward_pre_hook(lambda module, inputs, name=name: order.append(name))
for forward in (branch, masked):
    orders = []
    for has_image in (True, rank == 0):  # in step 1 the samples of rank 1 have no image
        order.clear()
        forward(torch.ones(1, 2), has_image).sum().backward()
        orders.append(" ".join(order))
    print(f"rank {rank}: {forward.__name__} ran {orders[0]}, then {orders[1]}")
    found.append(orders[0] == orders[1])
# endregion

assert found[1]  # shows: masked-keeps-the-order
assert found[0] == (rank == 0)
dist.destroy_process_group()
