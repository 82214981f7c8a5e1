"""The same operation out of place sums the terms first, and makes a new tensor.

$ torchrun --nproc-per-node 2 snippets/errors/relu_out_of_place_sums_first.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

mesh = init_device_mesh("cpu", (world_size,))

# region relu
x = distribute_tensor(torch.tensor([[2.0, -3.0]]), mesh, [Shard(1)])
w = distribute_tensor(torch.ones(2, 1), mesh, [Shard(0)])
activation = torch.nn.ReLU()  # key line, else: activation = torch.nn.Identity()
hidden = activation(x @ w)
print(f"hidden {hidden.full_tensor().tolist()}")
# endregion

assert hidden.full_tensor().item() == 0  # relu(2 - 3), and not relu(2) + relu(-3)  # shows: sum-then-relu
dist.destroy_process_group()
