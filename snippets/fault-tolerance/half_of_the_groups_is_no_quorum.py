"""A cut network leaves two halves: if two of four are enough, both train on and drift apart; a majority stops both.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/half_of_the_groups_is_no_quorum.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
halves = [dist.new_group([0, 1]), dist.new_group([2, 3])]
half = halves[rank // 2]  # all that this rank can reach


# region train
def train(enough):
    weight = torch.zeros(1)
    for _ in range(4):
        present = torch.ones(1)
        dist.all_reduce(present, group=half)
        if present < enough:
            return "stopped", weight
        gradient = weight - rank
        dist.all_reduce(gradient, group=half)
        weight -= 0.5 * gradient / present
    return "trained", weight


majority = 4 // 2 + 1  # key line, else: majority = 4 // 2
for enough in (2, majority):
    state, weight = train(enough)
    print(f"rank {rank}: {enough} of 4 are enough: {state}, weight {weight.item():.2f}")
# endregion

both = [torch.zeros(1) for _ in range(4)]
dist.all_gather(both, weight)
assert torch.equal(both[0], both[3])  # shows: majority-stops
dist.all_gather(both, train(2)[1])
assert not torch.equal(both[0], both[3])  # shows: halves-drift
dist.destroy_process_group()
