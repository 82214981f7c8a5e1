"""Under ZeroRedundancyOptimizer no rank holds the whole state, so state_dict raises on the rank that saves.

$ torchrun --nproc-per-node 2 snippets/errors/zero_state_on_rank_0_alone_is_refused.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Optimizer state has not been consolidated on this rank"
# asserts = [
#   'raises("RuntimeError: has not been consolidated", rank=0, at="optimizer.state_dict()") and first() == 0',
# ]
# ///
import torch
import torch.distributed as dist
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
model = DistributedDataParallel(torch.nn.Linear(4, 4))

# region save
optimizer = ZeroRedundancyOptimizer(model.parameters(), torch.optim.Adam)
model(torch.ones(1, 4)).sum().backward()
optimizer.step()

if rank == 0:
    torch.save(optimizer.state_dict(), "optimizer.pt")  # key line
    print("rank 0: saved")
# endregion

dist.destroy_process_group()
