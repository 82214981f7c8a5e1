"""Dropout: a copy wants one seed on all ranks, a part its own; an equal seed drops the same places of both parts.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/shards_want_other_seeds_than_copies.py
"""
import torch
import torch.distributed as dist
from torch.nn import functional

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()


def gathered(mask):
    parts = [torch.empty_like(mask) for _ in range(ranks)]
    dist.all_gather(parts, mask)
    return parts


# region drop
masks = {}
for kind, seed in (("equal", 7), ("own", 7 + rank)):  # key line, else: for kind, seed in (("equal", 7), ("own", 7)):
    torch.manual_seed(seed)
    masks[kind] = gathered(functional.dropout(torch.ones(8), 0.5))
    same = torch.equal(*masks[kind])
    print(f"{kind} seed: {[mask.bool().int().tolist() for mask in masks[kind]]}, {'same' if same else 'different'}")
# endregion

assert torch.equal(*masks["equal"])  # shows: equal-seed-same-places
assert torch.equal(*masks["equal"])  # refutes: equal-seed-other-places
assert not torch.equal(*masks["own"])  # shows: own-seed-different
assert (masks["own"][0] != masks["own"][1]).any()  # refutes: own-seed-alike
dist.destroy_process_group()
