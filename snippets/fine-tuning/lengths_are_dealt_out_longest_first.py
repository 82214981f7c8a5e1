"""Texts dealt out to four ranks, the longest first to the rank with the fewest tokens: all have nearly the same work.

$ torchrun --nproc-per-node 4 snippets/fine-tuning/lengths_are_dealt_out_longest_first.py
"""
import random

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
draw = random.Random(0)
lengths = [min(2048, int(draw.lognormvariate(5, 1))) for _ in range(32)]  # the same list on each rank

# region deal
tokens = {"in turn": sum(lengths[rank::ranks])}
parts = [[] for _ in range(ranks)]
for length in sorted(lengths, reverse=True):
    min(parts, key=sum).append(length)  # key line, else: parts[len(sum(parts, [])) % ranks].append(length)
tokens["longest first"] = sum(parts[rank])
for name, mine in tokens.items():
    most = torch.tensor(mine)
    dist.all_reduce(most, dist.ReduceOp.MAX)
    print(f"rank {rank}: {name}: {mine} tokens, waits {1 - mine / most.item():.0%} of the step")
# endregion

assert sum(map(len, parts)) == len(lengths)
assert max(map(sum, parts)) < 1.05 * sum(lengths) / ranks  # shows: longest-first-even
assert max(sum(lengths[other::ranks]) for other in range(ranks)) > 1.2 * sum(lengths) / ranks  # refutes: in-turn-uneven
dist.destroy_process_group()
