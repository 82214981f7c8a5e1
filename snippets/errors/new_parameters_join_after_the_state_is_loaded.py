"""The optimizer is built with what the checkpoint trained, loads its state, and gets the head as a group of its own.

$ torchrun --nproc-per-node 2 snippets/errors/new_parameters_join_after_the_state_is_loaded.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(0)
adapter, head = nn.Linear(4, 4), nn.Linear(4, 2)
head.requires_grad_(False)
model = DistributedDataParallel(nn.Sequential(adapter, head))
optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad])
model(torch.ones(1, 4)).sum().backward()
optimizer.step()
saved = optimizer.state_dict()  # two tensors: weight and bias of the adapter

# region resume
optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad])
optimizer.load_state_dict(saved)
head.requires_grad_(True)
model = DistributedDataParallel(nn.Sequential(adapter, head))
optimizer.add_param_group({"params": list(head.parameters())})  # key line, else: pass
model(torch.ones(1, 4)).sum().backward()
optimizer.step()
steps = [int(optimizer.state[p]["step"]) if p in optimizer.state else 0 for p in model.parameters()]
print(f"steps of Adam: {steps}")
# endregion

assert steps == [2, 2, 1, 1]  # shows: adapter-goes-on-head-begins
dist.destroy_process_group()
