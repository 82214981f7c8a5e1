"""A head added after the wrapping is trained by each rank alone, while the rest of the model stays equal.

$ torchrun --nproc-per-node 2 snippets/errors/head_added_after_wrapping_is_not_averaged.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
full = torch.randn(8, 3)
batch = full[rank::world_size]
body, head = torch.nn.Linear(3, 4), torch.nn.Linear(4, 1)
net = torch.nn.Sequential(body)

# region train
model = DistributedDataParallel(net)
net.append(head)  # key line
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(batch).square().mean().backward()
optimizer.step()

# the check: norms that the ranks should share
mine = {n: str(p.float().norm().item()) for n, p in model.named_parameters()}
dist.all_gather_object(ranks := [None] * world_size, mine)
print("ranks differ in", [n for n in mine if len({r[n] for r in ranks}) > 1])
# endregion

differ = {name for name in mine if ranks[0][name] != ranks[1][name]}
assert differ == {"module.1.weight", "module.1.bias"}
dist.destroy_process_group()
