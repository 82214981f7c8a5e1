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
assert state == 2 * weights / 4 and weights == 160_000  # shows: optimizer-state-alone
assert type(optimizer) is ZeroRedundancyOptimizer and type(local) is Adam  # shows: zeroredundancyoptimizer
gradients = sum(p.grad.nbytes for p in model.parameters())
assert isinstance(model, DistributedDataParallel) and gradients == 160_000  # shows: ddp-weights-gradients-whole

unequal = [torch.nn.Parameter(torch.zeros(size)) for size in (100, 1, 1, 1)]
[group] = ZeroRedundancyOptimizer(unequal, Adam).optim.param_groups
assert sum(p.numel() for p in group["params"]) == (1 if rank else 100)  # no parameter is cut

# Each rank with a sample of its own: the gradient is that of the mean over all samples.
samples = torch.arange(1.0, 5.0).unsqueeze(1).expand(4, 100)
whole = torch.autograd.grad(model.module(samples).sum() / 4, layers[0].weight)[0]
model.zero_grad()
model(samples[rank : rank + 1]).sum().backward()
assert torch.allclose(layers[0].weight.grad, whole, atol=1e-6)  # refutes: distributeddataparallel-with-zero
dist.destroy_process_group()
