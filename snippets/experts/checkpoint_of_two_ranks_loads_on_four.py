"""Experts as DTensors have global numbers: a checkpoint of two ranks with two experts each is read by four ranks with one.

$ torchrun --nproc-per-node 4 snippets/experts/checkpoint_of_two_ranks_loads_on_four.py
"""
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from _layer import tensors
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
_, _, up, _ = tensors()

# region save
two = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "ep"))["ep"]
before = distribute_tensor(up, two, [Shard(0)])  # two experts on a rank, two copies of each
dcp.save({"up": before}, checkpoint_id="experts")

four = init_device_mesh("cpu", (4,), mesh_dim_names=("ep",))
after = distribute_tensor(torch.zeros_like(up), four, [Shard(0)])
dcp.load({"up": after}, checkpoint_id="experts")  # key line
print(f"a rank holds {len(before.to_local())} experts, then {len(after.to_local())} of {len(after)}")
# endregion

assert torch.equal(after.to_local()[0], up[rank])  # shows: own-expert-read
assert len(before.to_local()) == 2 and len(after.to_local()) == 1
dist.destroy_process_group()
