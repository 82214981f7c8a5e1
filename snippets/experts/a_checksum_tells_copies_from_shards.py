"""Experts that were meant to be split and are copied: the bytes of a rank are those of all experts, and checksums agree.

$ torchrun --nproc-per-node 4 snippets/experts/a_checksum_tells_copies_from_shards.py
"""
import torch.distributed as dist
from _layer import tensors
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,), mesh_dim_names=("ep",))
_, _, up, down = tensors()
found = {}

# region check
for name, placement in (("split", Shard(0)), ("copied", Replicate())):  # key line, else: for name, placement in (("split", Shard(0)), ("copied", Shard(0))):
    experts = [nn.Parameter(distribute_tensor(part, mesh, [placement])) for part in (up, down)]
    held = sum(part.to_local().nbytes for part in experts)
    sums = [None] * ranks
    dist.all_gather_object(sums, round(experts[0].to_local().sum().item(), 3))
    found[name] = held, len(set(sums))
    print(f"{name}: a rank holds {held} B of {up.nbytes + down.nbytes} B, {len(set(sums))} different checksums")
# endregion

assert found["split"] == ((up.nbytes + down.nbytes) // ranks, ranks)  # shows: split-quarter-four-checksums
assert found["copied"] == (up.nbytes + down.nbytes, 1)  # shows: copied-all-one-checksum
dist.destroy_process_group()
