"""torch.set_grad_enabled(False) stays in force after a validation, and the next training step has no graph.

$ torchrun --nproc-per-node 2 snippets/errors/validation_leaves_gradients_off.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn"
# asserts = ['says("epoch 0: trained") and raises("RuntimeError: element 0 of tensors", at=".backward()")']
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
ddp = DistributedDataParallel(torch.nn.Linear(1, 1))
batch = torch.ones(2, 1)


# region epochs
def validate():
    torch.set_grad_enabled(False)  # key line
    return ddp(batch).mean()


for epoch in range(2):
    ddp(batch).mean().backward()
    print(f"epoch {epoch}: trained", flush=True)
    validate()
# endregion

dist.destroy_process_group()
