"""Weights loaded on rank 0 after wrapping stay on rank 0, and no error says so.

$ torchrun --nproc-per-node 2 snippets/checkpoints/loading_on_rank_0_after_wrapping_splits_the_ranks.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
checkpoint = {"weight": torch.tensor([[7.0]])}
model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(model.weight)

# region load
model = DistributedDataParallel(model)
if rank == 0:  # key line
    model.module.load_state_dict(checkpoint)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
model(torch.full((1, 1), 2.0 * rank)).sum().backward()  # gradients 0 and 2: average 1
optimizer.step()
weight = model.module.weight.item()
print(f"rank {rank}: weight {weight}")
# endregion

assert weight == (7.0 if rank == 0 else 1.0) - 0.5  # shows: load-after-broadcast
assert model.module.weight.grad.item() == 1  # refutes: gradient-own
parameter = model.module.weight
model.module.load_state_dict(checkpoint)
assert model.module.weight is parameter  # refutes: new-parameters
optimizer.zero_grad()
model(torch.full((1, 1), 2.0 * rank)).sum().backward()
assert model.module.weight.grad.item() == 1  # refutes: module-out-ddp
dist.destroy_process_group()
