"""Four ranks read 3 steps, two ranks go on: with a batch of the whole job, the place is one number.

$ torchrun --nproc-per-node 4 snippets/data/another_number_of_ranks_goes_on.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
BATCH, SAMPLES, EPOCH = 8, 48, 5  # the batch of all ranks together


# region place
def batches(done, rank, ranks):
    """The batches of a rank, `done` samples of the epoch being over."""
    order = torch.randperm(SAMPLES, generator=torch.Generator().manual_seed(EPOCH)).tolist()
    for start in range(done, SAMPLES, BATCH):
        yield order[start : start + BATCH][rank::ranks]  # key line, else: yield order[start // ranks :][: BATCH // ranks]


first = [batch for batch, _ in zip(batches(0, rank, 4), range(3))]
done = 3 * BATCH  # what the checkpoint keeps, and the epoch
then = list(batches(done, rank, 2)) if rank < 2 else []  # the job of two ranks
print(f"rank {rank}: {first}, then {then or 'gone'}")
# endregion

ranks = [None] * world_size
dist.all_gather_object(ranks, sum(first + then, []))
assert sorted(sum(ranks, [])) == list(range(SAMPLES))  # shows: samples-done-epoch
assert len(sum(ranks, [])) == SAMPLES  # each cut the same order  # shows: samples-order-once
own = torch.randperm(SAMPLES, generator=torch.Generator().manual_seed(rank)).tolist()[rank::world_size]  # by the rank
assert len(set(own)) == len(own)  # refutes: some-samples-twice
assert len(own) == SAMPLES // world_size  # with any seed, so each takes as many steps  # refutes: ranks-more-steps
assert len(first[0]) == 2 and (not then or len(then[0]) == 4)  # shows: batch-all-ranks
dist.destroy_process_group()
