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


# region count
def count(ranks):
    """Bytes sent for one layer in fp32. A ring passes keys, then once more, and their gradients one step more."""
    rank, sent = dist.get_rank(), {}
    q, kv = torch.zeros(HEADS, TOKENS // ranks, SIZE), torch.zeros(2, KV, TOKENS // ranks, SIZE)
    sent["ring"] = 0
    for _ in range(ranks - 1 + 2 * ranks - 1):  # key line, else: for _ in range(ranks - 1):
        came = torch.empty_like(kv)
        ops = dist.P2POp(dist.isend, kv, (rank + 1) % ranks), dist.P2POp(dist.irecv, came, (rank - 1) % ranks)
        [work.wait() for work in dist.batch_isend_irecv(list(ops))]
        sent["ring"] += kv.nbytes
    whole = [torch.empty_like(kv) for _ in range(ranks)]
    dist.all_gather(whole, kv)
    dist.reduce_scatter(kv, whole)
    sent["all-gather"] = 2 * sum(part.nbytes for part in whole[1:])  # along a ring, all parts but one each time
    if HEADS % ranks == KV % ranks == 0:
        sent["Ulysses"] = 0
        for tensor in 2 * (q, *kv, q):  # q, k, v and the output; then their gradients
            parts = torch.stack(tensor.chunk(ranks))
            dist.all_to_all_single(torch.empty_like(parts), parts)
            sent["Ulysses"] += parts.nbytes - parts[0].nbytes
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
