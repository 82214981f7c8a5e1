"""Clipped by the norm of its own shard, each of 2 ranks scales by another factor, and the gradient points elsewhere.

$ torchrun --nproc-per-node 2 snippets/fsdp/clipping_each_shard_turns_the_gradient.py
"""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn.utils import clip_grad_norm_

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
model = torch.nn.Linear(1, 2, bias=False)  # a row for each rank
fully_shard(model, mesh=init_device_mesh("cpu", (world_size,)))

# region clip
(model(torch.ones(1, 1)) * torch.tensor([3.0, 4.0])).sum().backward()  # 3 for row 0, 4 for row 1
mine = model.weight.grad.to_local()
own = mine.norm().item()
mine.mul_(1.0 / own)  # key line, else: clip_grad_norm_(model.parameters(), max_norm=1.0)
whole = model.weight.grad.full_tensor().flatten()
print(f"rank {rank}: own norm {own:.4g}")
print(f"rank {rank}: clipped to {[round(one, 2) for one in whole.tolist()]}, norm {whole.norm():.4g}")
# endregion

torch.testing.assert_close(whole, torch.ones(2))  # and not 0.6 and 0.8
model.weight.grad = None
(model(torch.ones(1, 1)) * torch.tensor([3.0, 4.0])).sum().backward()
norm = clip_grad_norm_(model.parameters(), max_norm=1.0).full_tensor()
torch.testing.assert_close(norm.item(), (own**2 + (7.0 - own) ** 2) ** 0.5)  # 5, from 3 and 4
torch.testing.assert_close(model.weight.grad.full_tensor().flatten(), torch.tensor([0.6, 0.8]))
dist.barrier()
dist.destroy_process_group()
