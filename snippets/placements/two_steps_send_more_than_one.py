"""From Partial to Shard(0): along a ring one step sends half of what the way by Replicate sends.

$ torchrun --nproc-per-node 4 snippets/placements/two_steps_send_more_than_one.py
"""
import torch
import torch.distributed as dist
from _wire import Wire, place, square
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region ways
whole, sent = square(16), {}
for way in ([Shard(0)], [Replicate(), Shard(0)]):
    tensor = place(whole, mesh, "Partial")
    with Wire(world_size) as wire:
        for after in way:
            tensor = tensor.redistribute(mesh, [after])  # key line, else: tensor = place(whole, mesh, "Shard(0)")
    sent[len(way)] = wire.sent
    print(f"{len(way)} step{'s' * (len(way) > 1)}:", *wire.calls, f"{wire.sent} B")
# endregion

assert sent == {1: 768, 2: 1536}  # shows: half-in-one-step
assert torch.equal(tensor.to_local(), whole.chunk(world_size)[rank])
dist.destroy_process_group()
