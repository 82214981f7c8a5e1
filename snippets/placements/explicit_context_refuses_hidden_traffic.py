"""Within ExplicitRedistributionContext an operator that would send something by itself raises.

$ torchrun --nproc-per-node 2 snippets/placements/explicit_context_refuses_hidden_traffic.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor
from torch.distributed.tensor._utils import ExplicitRedistributionContext

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))
a = distribute_tensor(torch.ones(8, 8), mesh, [Shard(0)])
refused = ""

# region refuse
with ExplicitRedistributionContext():  # key line, else: if True:
    try:
        a @ a
    except RuntimeError as error:
        refused = str(error).partition(" for ")[0]
    product = a @ a.redistribute(mesh, [Replicate()])  # said, so allowed
print(f"refused: {refused}; said: {product.placements[0]}")
# endregion

assert refused == "Implicit redistribution occurred"  # shows: hidden-refused
assert torch.equal(product.full_tensor(), torch.full((8, 8), 8.0))  # shows: explicit-allowed
dist.destroy_process_group()
