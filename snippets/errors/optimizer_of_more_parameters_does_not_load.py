"""The checkpoint has Adam's state of one adapter, and the job now trains a head too: the optimizer refuses the state on every rank.

$ torchrun --nproc-per-node 2 snippets/errors/optimizer_of_more_parameters_does_not_load.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
# asserts = ['raises("ValueError: loaded state dict contains a", at="optimizer.load_state_dict(saved)")']
# ///
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
adapter, head = nn.Linear(4, 4), nn.Linear(4, 2)
head.requires_grad_(False)
model = DistributedDataParallel(nn.Sequential(adapter, head))
optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad])
model(torch.ones(1, 4)).sum().backward()
optimizer.step()
saved = optimizer.state_dict()  # two tensors: weight and bias of the adapter

# region resume
head.requires_grad_(True)  # key line, else: pass
model = DistributedDataParallel(nn.Sequential(adapter, head))
trained = [p for p in model.parameters() if p.requires_grad]
print(f"saved {len(saved['state'])} tensors, now trains {len(trained)}")
optimizer = torch.optim.Adam(trained)
optimizer.load_state_dict(saved)
# endregion

dist.destroy_process_group()
