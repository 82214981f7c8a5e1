"""Each part is computed by three ranks; the rank with which two others disagree is the one that computes wrong.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/work_is_computed_twice_on_swapped_ranks.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()


def work(part):
    """A step on one part of the batch; rank 1 computes it wrong, and nothing raises."""
    x = torch.arange(4.0) + part
    result = (x * x).sum()
    return result + 0.5 if rank == 1 else result


# region compare
votes = torch.zeros(4)  # for each rank: how many others disagree with it
for shift in (1, 2):
    mine = work(rank).reshape(1)
    theirs = work((rank - shift) % 4).reshape(1)  # key line, else: theirs = mine
    answers = [torch.zeros(1) for _ in range(4)]
    dist.all_gather(answers, mine)
    votes[(rank - shift) % 4] += (answers[(rank - shift) % 4] != theirs).item()
dist.all_reduce(votes)
suspect = votes.argmax().item()
print(f"disagreements {votes.int().tolist()}, suspect: rank {suspect}")
# endregion

assert votes[1] == 2 and suspect == 1
dist.destroy_process_group()
