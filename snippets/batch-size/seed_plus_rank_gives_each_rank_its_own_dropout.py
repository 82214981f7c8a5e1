"""Seed again with the rank once the model is built, and each rank drops other positions.

$ torchrun --nproc-per-node 4 snippets/batch-size/seed_plus_rank_gives_each_rank_its_own_dropout.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "model = torch.nn.Linear(1, 1)"
# stays = "The masks do not depend on the model. The line shows where it is made: after the seed that all share."
# ///
import torch
import torch.distributed as dist
from torch.utils.data import DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region mask
torch.manual_seed(0)
model = torch.nn.Linear(1, 1)  # equal on all ranks, with DDP or without
torch.manual_seed(0 + rank)  # key line
mask = torch.nn.functional.dropout(torch.ones(12))
masks = [torch.zeros_like(mask) for _ in range(world_size)]
dist.all_gather(masks, mask)
different = len({tuple(one.tolist()) for one in masks})
if rank == 0:
    print(f"{world_size} ranks, distinct masks: {different}")
# endregion

def drawn(seed):
    """The samples that the samplers of all ranks draw."""
    shares = [None] * world_size
    dist.all_gather_object(shares, list(DistributedSampler(range(100), seed=seed)))
    return sorted(sum(shares, []))

assert drawn(0) == list(range(100)) and different == world_size  # shows: common-sampler-rank-dropout
assert len(set(drawn(rank))) < 100  # refutes: rank-sampler-equal-dropout
assert drawn(rank) != list(range(100))  # refutes: rank-sampler-also-dropout
dist.destroy_process_group()
