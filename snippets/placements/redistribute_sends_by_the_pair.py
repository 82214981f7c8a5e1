"""What redistribute sends depends on the pair of placements: nothing, or 768 B or 1,536 B along a ring, for 1,024 B on 4 ranks.

$ torchrun --nproc-per-node 4 snippets/placements/redistribute_sends_by_the_pair.py
"""
import torch
import torch.distributed as dist
from _wire import PLACES, Wire, place, square
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region pairs
whole, seen = square(16), {}  # 1,024 B
for before in PLACES:
    for after in ("Replicate", "Shard(0)", "Shard(1)"):
        with Wire(world_size) as wire:
            moved = place(whole, mesh, before).redistribute(mesh, [PLACES[after]])  # key line, else: moved = place(whole, mesh, after)
        seen[before, after] = *wire.calls, wire.sent
        print(f"{before} to {after}:", *wire.calls or ["local"], f"{wire.sent} B")
        assert torch.equal(moved.full_tensor(), whole)
# endregion

assert all(seen["Replicate", after] == (0,) for after in PLACES if after != "Partial")  # shows: replicate-nothing
assert seen["Shard(0)", "Replicate"] == ("all_gather", 768)  # shows: shard-gather
assert seen["Partial", "Replicate"] == ("all_reduce", 1536)  # shows: partial-all-reduce
assert seen["Partial", "Shard(0)"] == ("reduce_scatter", 768)  # shows: partial-reduce-scatter
assert seen["Shard(0)", "Shard(1)"] == ("all_gather", 768)  # shows: shard-shard-gloo
dist.destroy_process_group()
