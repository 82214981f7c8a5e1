"""Under DDP every rank holds the same weights and optimizer state, so one rank's copy is enough.

$ torchrun --nproc-per-node 2 snippets/checkpoints/ranks_hold_the_same_state.py
"""
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
dist.destroy_process_group()
