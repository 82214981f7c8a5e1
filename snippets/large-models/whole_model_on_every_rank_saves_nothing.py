"""Each of 4 DDP ranks holds the whole model: together they hold four times the bytes.

$ torchrun --nproc-per-node 4 snippets/large-models/whole_model_on_every_rank_saves_nothing.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region count
model = DistributedDataParallel(torch.nn.Linear(1000, 1000, bias=False))
optimizer = torch.optim.Adam(model.parameters())
model(torch.ones(1, 1000)).sum().backward()
optimizer.step()

weight = model.module.weight
tensors = [weight, weight.grad, *optimizer.state[weight].values()]
mine = sum(t.nbytes for t in tensors if t.numel() > 1)
together = torch.tensor(mine)
dist.all_reduce(together)  # key line
print(f"rank {rank}: {mine:,} B here, {together.item():,} B on all ranks")
# endregion

assert mine == 16 * 1000 * 1000  # as in one process
assert together == world_size * mine
dist.destroy_process_group()
