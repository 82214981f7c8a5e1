"""Bytes that a rank sends for attention of one layer: ring, all-gather and Ulysses, counted on 4 ranks, SIMULATED for 2, 8 and 16.

$ torchrun --nproc-per-node 4 snippets/context-parallel/bytes_of_three_schemes.py
"""
# /// script
# [tool.lockstep]
# simulates = 16
# ///
import os

import torch
import torch.distributed as dist
from _ring import pass_on, sent

TOKENS, HEADS, KV, SIZE = 64, 16, 4, 8
me = int(os.environ["RANK"])


def gather_and_scatter(tensor):
    """All parts but one in each direction, which is what a rank sends for them along a ring."""
    parts = [torch.empty_like(tensor) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, tensor)
    dist.reduce_scatter(tensor, parts)
    return 2 * sum(part.nbytes for part in parts[1:])


def trade(tensor):
    """An all-to-all, in which one part stays here."""
    parts = torch.stack(tensor.chunk(dist.get_world_size()))
    dist.all_to_all_single(torch.empty_like(parts), parts)
    return parts.nbytes - parts[0].nbytes


def job(backend, rank, ranks):
    """Bytes that a rank sends for one layer in fp32, forward and backward."""
    dist.init_process_group(backend, rank=rank, world_size=ranks)
    sent.clear()
    # region count
    q, kv = torch.zeros(HEADS, TOKENS // ranks, SIZE), torch.zeros(2, KV, TOKENS // ranks, SIZE)
    steps = 2 * (ranks - 1) + ranks  # key line, else: steps = ranks - 1
    for _ in range(steps):
        pass_on(kv)
    count = {"ring": sum(sent), "all-gather": gather_and_scatter(kv)}
    if HEADS % ranks == KV % ranks == 0:
        count["Ulysses"] = 2 * sum(trade(tensor) for tensor in (q, *kv, q))  # the last is the output
    # endregion
    dist.barrier()
    dist.destroy_process_group()
    return count


real, own = job("gloo", me, 4), 2 * KV * SIZE * 4 * TOKENS  # bytes of all keys and values
assert real == {"ring": 10 * own // 4, "all-gather": 6 * own // 4, "Ulysses": 3 * own * (HEADS + KV) // KV // 8}
assert real == job("fake", me, 4)
if me == 0:
    for ranks in (2, 4, 8, 16):
        found, kind = (real, "REAL") if ranks == 4 else (job("fake", 0, ranks), "SIMULATED")
        print(f"{ranks} ranks, {kind}:", ", ".join(f"{name} {size} B" for name, size in found.items()))
        assert ("Ulysses" in found) == (ranks <= KV)
        assert found["ring"] == (3 * ranks - 2) * own // ranks
