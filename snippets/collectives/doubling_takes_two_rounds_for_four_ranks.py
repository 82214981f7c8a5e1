"""Recursive doubling: in each round a rank exchanges its sum with a partner twice as far away; four ranks need two.

$ torchrun --nproc-per-node 4 snippets/collectives/doubling_takes_two_rounds_for_four_ranks.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()


def exchange(value, partner):
    theirs = torch.zeros(1)
    pair = [dist.P2POp(dist.isend, value, partner), dist.P2POp(dist.irecv, theirs, partner)]
    for request in dist.batch_isend_irecv(pair):
        request.wait()
    return theirs


# region doubling
value, distance, rounds = torch.tensor([rank + 1.0]), 1, 0
while distance < world_size:
    partner = rank ^ distance  # 0 and 1, 2 and 3; then 0 and 2, 1 and 3
    theirs = exchange(value, partner)  # one batch: isend and irecv
    value = value + theirs  # key line, else: value = theirs
    distance, rounds = 2 * distance, rounds + 1
    print(f"rank {rank}: round {rounds} with rank {partner}, sum {value.item()}")
# endregion

dist.all_reduce(library := torch.tensor([rank + 1.0]))
assert torch.equal(value, library)  # shows: same-sum
assert 2**rounds == world_size  # shows: rounds-log
dist.destroy_process_group()
