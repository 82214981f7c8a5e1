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

TOKENS, HEADS, KV, SIZE = 64, 16, 4, 8
me = int(os.environ["RANK"])


def pass_on(tensor):
    """One step of a ring, and its bytes."""
    rank, ranks, came = dist.get_rank(), dist.get_world_size(), torch.empty_like(tensor)
    ops = dist.P2POp(dist.isend, tensor, (rank + 1) % ranks), dist.P2POp(dist.irecv, came, (rank - 1) % ranks)
    for work in dist.batch_isend_irecv(list(ops)):
        work.wait()
    return tensor.nbytes


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


# region count
def count(ranks):
    """Bytes sent for one layer in fp32, forward and backward."""
    q, kv = torch.zeros(HEADS, TOKENS // ranks, SIZE), torch.zeros(2, KV, TOKENS // ranks, SIZE)
    steps = 2 * (ranks - 1) + ranks  # key line, else: steps = ranks - 1
    sent = {"ring": sum(pass_on(kv) for _ in range(steps)), "all-gather": gather_and_scatter(kv)}
    if HEADS % ranks == KV % ranks == 0:
        sent["Ulysses"] = 2 * sum(trade(tensor) for tensor in (q, *kv, q))  # the last is the output
    return sent
# endregion


def job(backend, rank, ranks):
    dist.init_process_group(backend, rank=rank, world_size=ranks)
    sent = count(ranks)
    dist.barrier()
    dist.destroy_process_group()
    return sent


real = job("gloo", me, 4)
own = 2 * KV * SIZE * 4 * TOKENS  # bytes of keys and values of the whole sequence
heads = (2 * HEADS + 2 * KV) * SIZE * 4 * TOKENS
assert real == {"ring": (3 + 7) * own // 4, "all-gather": 2 * 3 * own // 4, "Ulysses": 2 * 3 * heads // 16}
assert real == job("fake", me, 4)
if me == 0:
    for ranks in (2, 4, 8, 16):
        found = real if ranks == 4 else job("fake", 0, ranks)
        told = ", ".join(f"{name} {size} B" for name, size in found.items())
        print(f"{ranks} ranks, {'REAL' if ranks == 4 else 'SIMULATED'}: {told}")
        assert ("Ulysses" in found) == (ranks <= KV)
        assert found["ring"] == (3 * ranks - 2) * own // ranks
