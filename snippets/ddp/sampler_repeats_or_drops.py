"""10 samples on 4 ranks: the sampler repeats 2 of them, or leaves 2 out with drop_last.

$ torchrun --nproc-per-node 4 snippets/ddp/sampler_repeats_or_drops.py
"""
from collections import Counter

import torch.distributed as dist
from torch.utils.data import DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region shares
padded = list(DistributedSampler(range(10), shuffle=False))  # key line, else: padded = list(range(rank, 10, 4))
dropped = list(DistributedSampler(range(10), shuffle=False, drop_last=True))  # key line, else: dropped = padded
print(f"rank {rank}: {padded}, with drop_last {dropped}")
# endregion

assert padded == [*range(10), 0, 1][rank::world_size]  # filled up to 12 from the front
assert len(padded) == 3  # refutes: one-fewer
assert dropped == list(range(8))[rank::world_size]  # cut down to 8
shares = [set(DistributedSampler(range(1001), 8, each)) for each in range(8)]  # the defaults, so shuffled
drawn = Counter(sample for share in shares for sample in share)
assert [len(share) for share in shares] == [126] * 8  # shows: every-rank-126
assert 125 not in map(len, shares)  # refutes: others-125
assert sorted(drawn.values()) == [1] * 994 + [2] * 7  # shows: seven-two-ranks
assert max(drawn.values()) == 2  # refutes: exactly-one-rank
assert set(drawn) == set(range(1001))  # refutes: no-rank
dist.destroy_process_group()
