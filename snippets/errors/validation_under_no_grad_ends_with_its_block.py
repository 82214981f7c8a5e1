"""A with block of no_grad around the validation ends with it, and the next epoch trains.

$ torchrun --nproc-per-node 2 snippets/errors/validation_under_no_grad_ends_with_its_block.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
ddp = DistributedDataParallel(torch.nn.Linear(1, 1))
batch = torch.ones(2, 1)
checked = []


# region epochs
def validate():
    with torch.no_grad():  # key line, else: if True:
        return ddp(batch).mean()


for epoch in range(2):
    ddp(batch).mean().backward()
    checked.append(validate().requires_grad)
    print(f"epoch {epoch}: trained")
# endregion

assert checked == [False, False] and ddp.module.bias.grad.item() == 2.0  # one for each epoch
dist.destroy_process_group()
