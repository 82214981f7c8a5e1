"""The product of two tensors in Shard(0) is placed by the sizes: torch sends what it estimates to be cheapest, SIMULATED on 4 ranks.

$ python snippets/placements/sizes_decide_how_a_product_is_placed.py
"""
# /// script
# [tool.lockstep]
# simulates = 4
# ///
import torch
import torch.distributed as dist
from _wire import NAMES, Wire
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Shard

dist.init_process_group("fake", rank=0, world_size=4)


def rows(count, columns, mesh):
    return DTensor.from_local(torch.ones(count // 4, columns, device="meta"), mesh, [Shard(0)])  # shapes alone


# region sizes
seen = {}
for kind in ("cpu", "cuda"):
    mesh = init_device_mesh(kind, (4,))
    for m, k, n in ((16, 16, 16), (64, 8192, 64)):  # key line, else: for m, k, n in ((16, 16, 16), (64, 16, 64)):
        with Wire(4) as wire:
            product = rows(m, k, mesh) @ rows(k, n, mesh)
        seen[kind, m] = NAMES[product.placements[0]], *wire.calls
        print(f"SIMULATED {kind}, {m} x {k} @ {k} x {n}:", *seen[kind, m])
# endregion

assert seen["cpu", 16] == seen["cuda", 16] == ("Shard(0)", "all_gather")  # shows: small-gathers-second
assert seen["cuda", 64] == ("Partial", "all_to_all")  # shows: long-swaps-first
assert seen["cpu", 64] == ("Partial", "all_gather")  # shows: long-cpu-partial
dist.destroy_process_group()
