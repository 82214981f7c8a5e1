"""From Shard(0) to Shard(1) a mesh of GPUs sends a quarter of what a mesh of CPUs sends, SIMULATED on 4 ranks.

$ python snippets/placements/shards_swap_by_an_all_to_all_on_gpus.py
"""
# /// script
# [tool.lockstep]
# simulates = 4
# ///
import torch
import torch.distributed as dist
from _wire import PLACES, Wire
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Shard

dist.init_process_group("fake", rank=0, world_size=4)

# region swap
seen = {}
for kind in ("cpu", "cuda"):
    mesh = init_device_mesh(kind, (4,))
    rows = torch.ones(4, 16, device="meta")  # shapes alone: no GPU is needed
    with Wire(4) as wire:
        DTensor.from_local(rows, mesh, [Shard(0)]).redistribute(mesh, [PLACES["Shard(1)"]])  # key line, else: pass
    seen[kind] = *wire.calls, wire.sent
    print(f"SIMULATED {kind}: Shard(0) to Shard(1):", *wire.calls, f"{wire.sent} B")
# endregion

assert seen == {"cpu": ("all_gather", 768), "cuda": ("all_to_all", 192)}  # shows: gpus-all-to-all
dist.destroy_process_group()
