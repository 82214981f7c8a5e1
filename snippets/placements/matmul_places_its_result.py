"""Nine products of two 16 x 16 matrices on 4 ranks: where the result lies, and what is sent before it.

$ torchrun --nproc-per-node 4 snippets/placements/matmul_places_its_result.py
"""
import torch
import torch.distributed as dist
from _wire import NAMES, Wire, place, square
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region products
a, b, seen = square(16), square(16) % 5, {}
for left in ("Replicate", "Shard(0)", "Shard(1)"):
    for right in ("Replicate", "Shard(0)", "Shard(1)"):
        with Wire(world_size) as wire:
            product = place(a, mesh, left) @ place(b, mesh, right)  # key line, else: product = place(a @ b, mesh, left)
        seen[left, right] = NAMES[product.placements[0]], *wire.calls, wire.sent
        print(f"{left} @ {right} = {seen[left, right][0]}:", *wire.calls or ["local"], f"{wire.sent} B")
        assert torch.equal(product.full_tensor(), a @ b)
# endregion

assert seen["Shard(1)", "Shard(0)"] == ("Partial", 0)  # shows: columns-rows-partial
assert seen["Shard(1)", "Shard(0)"][1] == 0  # bytes sent  # refutes: columns-rows-summed
assert seen["Replicate", "Shard(1)"] == ("Shard(1)", 0)  # refutes: columns-of-w
assert seen["Shard(0)", "Replicate"] == ("Shard(0)", 0)  # shows: rows-of-x
assert seen["Shard(0)", "Shard(0)"] == ("Shard(0)", "all_gather", 768)  # shows: same-cut-gather
assert seen["Shard(1)", "Shard(1)"] == ("Shard(1)", "all_gather", 768)  # shows: columns-columns-gather
assert seen["Shard(1)", "Replicate"] == seen["Replicate", "Shard(0)"] == ("Partial", 0)  # refutes: copy-cut-locally
dist.destroy_process_group()
