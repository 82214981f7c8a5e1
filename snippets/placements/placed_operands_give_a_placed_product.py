"""The same product on 4 ranks: each holds a part of x and of w, and the result says what its parts are.

$ torchrun --nproc-per-node 4 snippets/placements/placed_operands_give_a_placed_product.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Partial, Replicate, Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

x, w = torch.arange(16.0).view(4, 4), torch.arange(16.0).view(4, 4) % 3
expected = x @ w

# region product
mesh = init_device_mesh("cpu", (world_size,))
x = distribute_tensor(x, mesh, [Shard(1)])  # rank 2 keeps column 2
w = distribute_tensor(w, mesh, [Shard(0)])  # rank 2 keeps row 2
y = x @ w  # nothing is sent
y = y.redistribute(mesh, [Replicate()])  # key line, else: pass
print(f"y {tuple(y.shape)}, first row {y.to_local()[0].tolist()}")
# endregion

assert torch.equal(y.to_local(), expected)  # shows: every-rank-holds-whole
term = x @ w
assert term.placements == (Partial(),)  # shows: product-partial
assert x.to_local().shape == (4, 1) and w.to_local().shape == (1, 4)  # shows: column-row
dist.destroy_process_group()
