"""On 16,384 ranks DistributedSampler makes 65,536 reads of 50,000 samples, SIMULATED.

$ torchrun --nproc-per-node 4 snippets/ranks/sampler_repeats_samples_at_16384_ranks.py
"""
# /// script
# [tool.lockstep]
# simulates = 16384
# ///
import torch.distributed as dist
from torch.utils.data import DistributedSampler

SAMPLES = 50_000
data = range(SAMPLES)
dist.init_process_group("gloo")
real = [list(DistributedSampler(range(10), shuffle=False))]
real += [list(DistributedSampler(data, shuffle=False))]
me = dist.get_rank()
dist.destroy_process_group()
assert real == [list(DistributedSampler(range(10), 4, me, shuffle=False)),
                list(DistributedSampler(data, 4, me, shuffle=False))]  # fmt: skip
print(f"rank {me} of 4, REAL: samples {real[0]} of 10")


# region play
def last_rank(n, drop_last=False):
    """What the last of n ranks reads in an epoch; every rank reads as much."""
    sampler = DistributedSampler(data, n, n - 1, shuffle=False, drop_last=drop_last)
    return list(sampler)  # key line, else: return list(data)[n - 1 :: n]


if me == 0:
    print("ranks             reads  repeats  left out with drop_last")
for n in (8, 64, 1024, 16384) if me == 0 else ():
    last, kept = last_rank(n), n * len(last_rank(n, drop_last=True))
    reads = n * len(last)
    print(f"{n:>5} SIMULATED {reads:>7,} {reads - SAMPLES:>8,} {SAMPLES - kept:>9,}")
    # endregion
    assert reads == n * -(-SAMPLES // n)
    assert kept == n * (SAMPLES // n)
    assert last[-1] == (reads - 1) % SAMPLES  # the last rank starts again from 0


def small(rank, **options):
    """What a rank of 16,384 reads of 10,000 samples."""
    return list(DistributedSampler(range(10_000), 16_384, rank, shuffle=False, **options))


assert small(10_000) == small(0) == [0] and small(16_383) == small(6_383) == [6_383]  # shows: 6384-twice
assert len(small(0)) == 1  # refutes: 10000-each-rank
assert small(16_383)  # refutes: ranks-idle
assert small(0) and not small(0, drop_last=True)  # refutes: drop-last
