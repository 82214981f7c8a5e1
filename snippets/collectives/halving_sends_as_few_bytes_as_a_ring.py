"""Recursive halving and doubling: four steps on four ranks, and as few bytes as a ring, which takes six.

$ torchrun --nproc-per-node 4 snippets/collectives/halving_sends_as_few_bytes_as_a_ring.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

sent = steps = 0


def exchange(mine, partner):
    global sent, steps
    theirs = torch.empty_like(mine)
    pair = [dist.P2POp(dist.isend, mine, partner), dist.P2POp(dist.irecv, theirs, partner)]
    for request in dist.batch_isend_irecv(pair):
        request.wait()
    sent, steps = sent + mine.numel() * mine.element_size(), steps + 1
    return theirs


# region halving
part = torch.arange(8.0) + rank
for distance in (2, 1):  # reduce-scatter: keep one half, send the other
    low, high = part.chunk(2)
    keep, give = (high, low) if rank & distance else (low, high)
    theirs = exchange(give.clone(), rank ^ distance)
    part = keep + theirs  # key line, else: part = keep
for distance in (1, 2):  # all-gather: the halves come back together
    theirs = exchange(part, rank ^ distance)
    part = torch.cat([theirs, part] if rank & distance else [part, theirs])
print(f"rank {rank}: {steps} steps, {sent} of 32 B sent")
# endregion

dist.all_reduce(library := torch.arange(8.0) + rank)
assert torch.equal(part, library)
assert sent == 2 * (world_size - 1) * 32 // world_size  # shows: bytes-of-ring
assert steps == 4 < 2 * (world_size - 1)  # shows: fewer-steps
dist.destroy_process_group()
