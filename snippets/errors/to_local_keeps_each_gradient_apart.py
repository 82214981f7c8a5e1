"""A copied weight is used as a plain tensor on other samples of each rank, and each rank keeps its own gradient.

$ torchrun --nproc-per-node 4 snippets/errors/to_local_keeps_each_gradient_apart.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

mesh = init_device_mesh("cpu", (world_size,))
sample = torch.tensor([rank + 1.0])  # 1, 2, 3 and 4, together 10

# region backward
weight = distribute_tensor(torch.ones(1), mesh, [Replicate()]).requires_grad_()
plain = weight.to_local()  # key line, else: plain = weight.to_local(grad_placements=[dist.tensor.Partial()])
(plain * sample).sum().backward()
gradient = weight.grad.full_tensor().item()
print(f"rank {rank}: gradient {gradient:g}, said to be {weight.grad.placements[0]}")
# endregion

assert weight.grad.placements == (Replicate(),)  # shows: said-replicate
assert gradient == rank + 1  # shows: own-gradient
dist.destroy_process_group()
