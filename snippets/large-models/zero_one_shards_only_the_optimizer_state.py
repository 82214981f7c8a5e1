"""ZeroRedundancyOptimizer on 4 ranks keeps a quarter of the Adam state on each; the weights stay whole.

$ torchrun --nproc-per-node 4 snippets/large-models/zero_one_shards_only_the_optimizer_state.py
"""
import torch
import torch.distributed as dist
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.nn.parallel import DistributedDataParallel
from torch.optim import Adam

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
layers = [torch.nn.Linear(100, 100, bias=False) for _ in range(4)]

# region count
model = DistributedDataParallel(torch.nn.Sequential(*layers))
optimizer = ZeroRedundancyOptimizer(model.parameters(), Adam)  # key line, else: optimizer = Adam(model.parameters())
model(torch.ones(1, 100)).sum().backward()
optimizer.step()

local = getattr(optimizer, "optim", optimizer)  # the Adam inside, for this rank's parameters
state = sum(t.nbytes for s in local.state.values() for t in s.values() if t.numel() > 1)
weights = sum(p.nbytes for p in model.parameters())
print(f"rank {rank}: weights {weights:,} B, Adam state {state:,} B")
# endregion

assert weights == 4 * 4 * 100 * 100
assert state == 2 * weights / world_size

with torch.profiler.profile() as profile:
    optimizer.step()
calls = [event.name for event in profile.events() if event.name.startswith("c10d::")]
assert calls == 4 * ["c10d::broadcast_"]  # each owner sends its new weights
dist.destroy_process_group()
