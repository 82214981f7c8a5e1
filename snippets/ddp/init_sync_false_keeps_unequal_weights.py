"""With init_sync=False the constructor sends nothing, and every rank keeps the weights of its own seed.

$ torchrun --nproc-per-node 2 snippets/ddp/init_sync_false_keeps_unequal_weights.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()

# region construct
torch.manual_seed(rank)
layer = torch.nn.Linear(1, 1)
before = layer.weight.item()
DistributedDataParallel(layer, init_sync=False)  # key line, else: DistributedDataParallel(layer)
same = layer.weight.item() == before
print(f"rank {rank}: {'not changed' if same else 'changed'}")
# endregion

assert layer.weight.item() == before
both = torch.zeros(2)
both[rank] = before
dist.all_reduce(both)
assert both[0] != both[1]
dist.destroy_process_group()
