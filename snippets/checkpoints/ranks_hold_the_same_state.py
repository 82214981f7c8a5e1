"""Under DDP every rank holds the same weights and optimizer state, so one rank's copy is enough.

$ torchrun --nproc-per-node 2 snippets/checkpoints/ranks_hold_the_same_state.py
"""
import copy

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(rank)

# region same
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
values = torch.cat([tensor.detach().flatten() for tensor in tensors])
low, high = values.clone(), values.clone()
dist.all_reduce(low, dist.ReduceOp.MIN)
dist.all_reduce(high, dist.ReduceOp.MAX)
print(f"{len(values)} numbers, ranks differ by at most {(high - low).max():.4g}")
# endregion

assert len(values) == 3 * 3  # 2 weights, 1 bias, and two moments of each
assert torch.equal(low, high)

def are_equal(tensors):
    """Whether both ranks hold the same numbers."""
    values = torch.cat([tensor.detach().flatten() for tensor in tensors])
    everywhere = [torch.empty_like(values) for _ in range(2)]
    dist.all_gather(everywhere, values)
    return torch.equal(*everywhere)

fresh = DistributedDataParallel(torch.nn.Linear(2, 1))
assert are_equal(fresh.parameters())  # shows: equal-start-constructor
assert are_equal([weight.grad for weight in model.parameters()])  # shows: equal-gradients-average
twin = copy.deepcopy(model.module)  # weights, moments and gradients as here, and nothing else
twin_optimizer = torch.optim.AdamW(twin.parameters(), lr=0.1)
twin_optimizer.load_state_dict(copy.deepcopy(optimizer.state_dict()))
for weight, original in zip(twin.parameters(), model.parameters()):
    weight.grad = original.grad.clone()
optimizer.step()
twin_optimizer.step()
pairs = list(zip(twin.parameters(), model.parameters()))
assert all(torch.equal(*pair) for pair in pairs)  # shows: step-depends-weights-moments-gradients
assert are_equal(model.parameters())  # shows: equal-before-step-after
dist.destroy_process_group()
