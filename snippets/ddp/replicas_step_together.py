"""With DDP all ranks hold the same weight after every step.

$ torchrun --nproc-per-node 4 snippets/ddp/replicas_step_together.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region steps
model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.zeros_(model.weight)
model = DistributedDataParallel(model)  # key line
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    optimizer.zero_grad()
    model(torch.full((1, 1), rank + 1.0)).sum().backward()  # rank 0 sees 1, rank 1 sees 2, ...
    optimizer.step()
    [weight] = model.parameters()
    print(f"rank {rank}, step {step + 1}: gradient {weight.grad.item():.1f}, weight {weight.item():.2f}")
# endregion

weights = [torch.zeros(1, 1) for _ in range(world_size)]
dist.all_gather(weights, weight.detach())
assert torch.equal(torch.cat(weights), weights[0].expand(world_size, 1))
dist.destroy_process_group()
