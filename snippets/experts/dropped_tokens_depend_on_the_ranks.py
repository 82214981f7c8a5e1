"""Each rank counts the capacity for its own tokens, so two ranks drop other tokens than one process does with the same batch.

$ torchrun --nproc-per-node 2 snippets/experts/dropped_tokens_depend_on_the_ranks.py
"""
from math import ceil

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
whole = torch.tensor([0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1])  # the expert of each of 12 tokens


def drops(chosen, first):
    """The numbers of the tokens that find their expert full, with a capacity factor of 1 and two experts."""
    picked = torch.nn.functional.one_hot(chosen, 2)
    place = (picked.cumsum(0) * picked).sum(1)
    return (first + (place > ceil(len(chosen) / 2)).nonzero().flatten()).tolist()


# region drop
alone = drops(whole, 0)
mine = drops(whole.chunk(ranks)[rank], rank * 6)  # key line, else: mine = alone
told = [None] * ranks
dist.all_gather_object(told, mine)
print(f"one process drops {alone}, two ranks drop {sum(told, [])}")
# endregion

assert alone == []  # shows: one-process-drops-none
assert sum(told, []) == [4, 11]  # shows: two-ranks-drop-two
dist.destroy_process_group()
