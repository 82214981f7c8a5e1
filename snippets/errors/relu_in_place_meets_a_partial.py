"""relu_ would need the sum of a Partial first, and cannot put it into the term of a rank.

$ torchrun --nproc-per-node 2 snippets/errors/relu_in_place_meets_a_partial.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: aten.relu_.default: in-place operations that require placement changes are not supported"
# asserts = ['raises("RuntimeError: aten.relu_.default", at="activation(") and not says("hidden")']
# ///
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
activation = torch.nn.ReLU(inplace=True)  # key line, else: activation = torch.nn.ReLU()
hidden = activation(x @ w)
print(f"hidden {hidden.full_tensor().tolist()}")
# endregion

dist.destroy_process_group()
