"""What a ring sends for the calls of a redistribute, by formula: an all-reduce nears twice the tensor, the others once, SIMULATED.

$ torchrun --nproc-per-node 4 snippets/placements/bytes_of_a_pair_at_any_number_of_ranks.py
"""
# /// script
# [tool.lockstep]
# simulates = 1024
# ///
import os

import torch
import torch.distributed as dist
from _wire import PLACES, Wire, place
from torch.distributed.device_mesh import init_device_mesh

PAIRS = (("Shard(0)", "Replicate"), ("Partial", "Shard(0)"), ("Partial", "Replicate"))


def sent(backend, rank, ranks):
    """Bytes that a ring sends for the calls of each pair, by formula, over the bytes of the tensor."""
    dist.init_process_group(backend, rank=rank, world_size=ranks)
    # region count
    mesh, whole, shares = init_device_mesh("cpu", (ranks,)), torch.ones(1024, 1024), []
    for before, after in PAIRS:
        with Wire(ranks) as wire:
            place(whole, mesh, before).redistribute(mesh, [PLACES[after]])  # key line, else: pass
        shares.append(wire.sent / whole.nbytes)
    # endregion
    dist.destroy_process_group()
    return shares


me, line = int(os.environ["RANK"]), "{:>5} {:<9} {:>9.4f} {:>14.4f} {:>10.4f}"
real = sent("gloo", me, 4)
assert sent("fake", me, 4) == real == [3 / 4, 3 / 4, 2 * 3 / 4]
if me == 0:
    print("ranks           all_gather reduce_scatter all_reduce  times the tensor, by formula")
    print(line.format(4, "RUN", *real))
    for ranks in (2, 8, 64, 1024):
        shares = sent("fake", 0, ranks)
        print(line.format(ranks, "SIMULATED", *shares))
        part = (ranks - 1) / ranks
        assert shares == [part, part, 2 * part]
