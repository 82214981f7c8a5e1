"""Tensor parallel in placements: columns, then rows, and one all-reduce at the end of an MLP.

$ torchrun --nproc-per-node 2 snippets/placements/an_mlp_needs_one_all_reduce.py
"""
import torch
import torch.distributed as dist
from _wire import NAMES, Wire
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

torch.manual_seed(0)
up, down, samples = torch.randn(4, 8), torch.randn(8, 4), torch.randn(2, 4)
expected = torch.relu(samples @ up) @ down

# region mlp
x = distribute_tensor(samples, mesh, [Replicate()])
up = distribute_tensor(up, mesh, [Shard(1)])
down = distribute_tensor(down, mesh, [Shard(0)])  # key line, else: down = distribute_tensor(down, mesh, [Shard(1)])
with Wire(world_size) as wire:
    hidden = torch.relu(x @ up)
    y = hidden @ down
    before = NAMES[y.placements[0]], list(wire.calls)
    y = y.redistribute(mesh, [Replicate()])
print(f"hidden {NAMES[hidden.placements[0]]}, y {before[0]}; sent:", *wire.calls)
# endregion

assert before == ("Partial", [])  # shows: nothing-until-partial
assert wire.calls == ["all_reduce"]  # shows: one-all-reduce
assert NAMES[hidden.placements[0]] == "Shard(1)"  # shows: hidden-columns
assert torch.allclose(y.to_local(), expected, atol=1e-5)
dist.destroy_process_group()
