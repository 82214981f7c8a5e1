"""A ZeroRedundancyOptimizer gives its state only after all ranks have consolidated it on one.

$ torchrun --nproc-per-node 2 snippets/checkpoints/zero_state_is_consolidated_before_saving.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Optimizer state has not been consolidated on this rank"
# ///
import torch
import torch.distributed as dist
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
model = DistributedDataParallel(torch.nn.Linear(4, 4))

first = ZeroRedundancyOptimizer(model.parameters(), torch.optim.AdamW)
model(torch.ones(1, 4)).sum().backward()
first.step()
first.consolidate_state_dict(to=0)
assert rank == 1 or len(first.state_dict()["state"]) == 2  # shows: consolidate-state-dict-to-0

# region consolidate
optimizer = ZeroRedundancyOptimizer(model.parameters(), torch.optim.AdamW)
model(torch.ones(1, 4)).sum().backward()
optimizer.step()
optimizer.consolidate_state_dict(to=0)  # on all ranks
if rank == 0:
    torch.save(optimizer.state_dict(), "optimizer.pt")  # has all of it
    print("rank 0: saved")
if rank == 1:
    optimizer.state_dict()  # key line
# endregion

dist.destroy_process_group()
