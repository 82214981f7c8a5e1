"""After consolidate_state_dict on all ranks, rank 0 saves the state that one process with Adam has.

$ torchrun --nproc-per-node 2 snippets/errors/zero_state_consolidated_by_all_ranks_is_whole.py
"""
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

optimizer.consolidate_state_dict(to=0)  # key line -> RuntimeError: Optimizer state has not been consolidated
if rank == 0:
    torch.save(optimizer.state_dict(), "optimizer.pt")
    print("rank 0: saved")
# endregion

if rank == 0:
    torch.manual_seed(0)
    plain = torch.nn.Linear(4, 4)
    adam = torch.optim.Adam(plain.parameters())
    plain(torch.ones(1, 4)).sum().backward()
    adam.step()
    torch.testing.assert_close(torch.load("optimizer.pt")["state"], adam.state_dict()["state"])
dist.destroy_process_group()
