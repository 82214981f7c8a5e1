"""Predictions of 10 samples on 4 ranks, gathered, put into the order of the dataset, the repeats cut off.

$ torchrun --nproc-per-node 4 snippets/data/predictions_return_in_the_order_of_the_dataset.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
dataset = torch.arange(10) * 10  # the prediction of sample n is 10 n

# region order
mine = dataset[list(DistributedSampler(dataset, shuffle=False))]  # in turns, the first two again at the end
parts = [torch.empty_like(mine) for _ in range(world_size)]
dist.all_gather(parts, mine)
ordered = torch.stack(parts, 1).flatten()[: len(dataset)]  # key line, else: ordered = torch.cat(parts)[: len(dataset)]
if rank == 0:
    print("rank by rank:", torch.cat(parts).tolist())
    print("in order:", ordered.tolist())
# endregion

assert ordered.tolist() == [10 * n for n in range(10)]  # shows: turn-by-turn
assert len(torch.cat(parts)) == 12  # shows: two-too-many
assert torch.cat(parts)[:3].tolist() == [0, 40, 80]  # shows: rank-by-rank
dist.destroy_process_group()
