"""Weights loaded on rank 0 before wrapping reach every rank: the constructor broadcasts them.

$ torchrun --nproc-per-node 2 snippets/checkpoints/loading_before_wrapping_reaches_every_rank.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if rank == 0:"
# stays = "All ranks may load. They need not: DDP sends the weights of rank 0 to all."
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
checkpoint = {"weight": torch.tensor([[7.0]])}
model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(model.weight)

# region load
if rank == 0:
    model.load_state_dict(checkpoint)
model = DistributedDataParallel(model)  # key line
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
model(torch.full((1, 1), 2.0 * rank)).sum().backward()  # gradients 0 and 2: average 1
optimizer.step()
weight = next(model.parameters()).item()
print(f"rank {rank}: weight {weight}")
# endregion

assert weight == 7.0 - 0.5
dist.destroy_process_group()
