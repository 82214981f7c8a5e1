"""What a rank holds of a block with 8 query and 2 key heads: matrices shrink with the ranks, SIMULATED for 1, 4 and 8 ranks.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/shares_by_number_of_ranks.py
"""
# /// script
# [tool.lockstep]
# simulates = 8
# ///
import os

import torch.distributed as dist
from _block import PLAN, block_and_input, here
from _wire import Wire
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import parallelize_module


def share(backend, rank, ranks):
    """Query heads, key heads, numbers and bytes of a ring in the forward of a rank, or - where it cannot run."""
    dist.init_process_group(backend, rank=rank, world_size=ranks)
    # region count
    block, x = block_and_input(dim=32, heads=8, kv_heads=2)
    parallelize_module(block, init_device_mesh("cpu", (ranks,)), PLAN)  # key line, else: pass
    attention, norms = block.attention, 4 * 32
    held = sum(here(weight).numel() for weight in block.parameters()) - norms
    queries, keys = (here(part.weight).shape[0] / attention.size for part in (attention.q, attention.k))
    whole_heads = keys >= 1  # half a key head has no attention
    with Wire(ranks) as wire:
        whole_heads and block(x)
    # endregion
    dist.destroy_process_group()
    return queries, keys, held, wire.sent if whole_heads else "-"


me, line = int(os.environ["RANK"]), "{:>5} {:<9} {:>11g} {:>9g} {:>8} {:>7}"
real = share("gloo", me, 2)
assert share("fake", me, 2) == real
whole = 2 * 32 * 32 + 2 * 8 * 32 + 2 * 32 * 128
if me == 0:
    print("ranks           query heads key heads  numbers  sent B")
    print(line.format(2, "REAL", *real))
    for ranks in (1, 4, 8):
        found = share("fake", 0, ranks)
        print(line.format(ranks, "SIMULATED", *found))
        assert found[:3] == (8 / ranks, 2 / ranks, whole // ranks)
        assert found[3] == ("-" if ranks > 2 else 2 * 2 * (ranks - 1) * 2 * 8 * 32 * 4 // ranks)
