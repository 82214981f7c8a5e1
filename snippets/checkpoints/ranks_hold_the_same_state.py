"""Under DDP every rank holds the same weights and optimizer state, so one rank's copy is enough.

$ torchrun --nproc-per-node 2 snippets/checkpoints/ranks_hold_the_same_state.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "dist.all_reduce(low, dist.ReduceOp.MIN)"
# stays = "The ranks hold the same, so the smallest value is that of each. It is there for ranks that differ."
#
# [[tool.lockstep.what-if]]
# line = "dist.all_reduce(high, dist.ReduceOp.MAX)"
# stays = "The ranks hold the same, so the largest value is that of each. It is there for ranks that differ."
# ///
import copy

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(dist.get_rank())

# region same
def spread(tensors):
    values = torch.cat([tensor.detach().flatten() for tensor in tensors])
    low, high = values.clone(), values.clone()
    dist.all_reduce(low, dist.ReduceOp.MIN)
    dist.all_reduce(high, dist.ReduceOp.MAX)
    return len(values), (high - low).max().item()

model = torch.nn.Linear(2, 1)
model = DistributedDataParallel(model)  # key line
optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    model(torch.randn(4, 2)).square().mean().backward()
    optimizer.step()
tensors = list(model.parameters())
for state in optimizer.state.values():
    tensors += [state["exp_avg"], state["exp_avg_sq"]]
count, difference = spread(tensors)
print(f"{count} numbers, ranks differ by at most {difference:.4g}")
# endregion

assert count == 3 * 3 and difference == 0  # 2 weights, 1 bias, and two moments of each
fresh = DistributedDataParallel(torch.nn.Linear(2, 1))
assert spread(fresh.parameters()) == (3, 0)  # shows: equal-start-constructor
assert spread([weight.grad for weight in model.parameters()]) == (3, 0)  # shows: equal-gradients-average
twin = copy.deepcopy(model.module)  # weights, moments and gradients as here, and nothing else
twin_optimizer = torch.optim.AdamW(twin.parameters(), lr=0.1)
twin_optimizer.load_state_dict(copy.deepcopy(optimizer.state_dict()))
for weight, original in zip(twin.parameters(), model.parameters()):
    weight.grad = original.grad.clone()
optimizer.step()
twin_optimizer.step()
assert all(map(torch.equal, twin.parameters(), model.parameters()))  # shows: step-depends-weights-moments-gradients
assert spread(model.parameters()) == (3, 0)  # shows: equal-before-step-after
dist.destroy_process_group()
