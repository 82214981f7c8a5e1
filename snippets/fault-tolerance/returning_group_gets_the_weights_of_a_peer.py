"""A group is away for two steps and comes back with nothing: the quorum names the step, a peer sends its weights.

$ torchrun --nproc-per-node 2 snippets/fault-tolerance/returning_group_gets_the_weights_of_a_peer.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()  # a rank stands for a group with a whole model


def quorum(step):
    """The steps of all groups; -1 for one that is away."""
    steps = [torch.zeros(1, dtype=torch.int64) for _ in range(2)]
    dist.all_gather(steps, torch.tensor([step]))
    return torch.cat(steps)


weight, step = torch.zeros(1), 0

# region train
for meeting in range(8):
    away = rank == 1 and meeting in (3, 4)
    steps = quorum(-1 if away else step)
    highest, ready = steps.max(), steps == steps.max()
    trains = bool(ready[rank])
    gradient = weight - (rank + 1.0) if trains else torch.zeros(1)
    dist.all_reduce(gradient)
    if ((steps >= 0) & ~ready).any():  # somebody is back, and behind
        dist.broadcast(weight, src=int(ready.int().argmax()))  # key line
    weight -= 0.5 * gradient / ready.sum()  # divided by the groups that had something to add
    step = int(highest) + 1
    if away:
        weight, step = torch.zeros(1), 0  # what a new process starts with
    state = "away" if away else f"{'trains' if trains else 'heals'}, weight {weight.item():.2f}"
    print(f"group {rank}: step {highest} {state}")
# endregion

expected = torch.zeros(1)
for alone in (0, 0, 0, 1, 1, 1, 0, 0):  # in these steps one group alone had a gradient
    expected -= 0.5 * (expected - (1.0 if alone else 1.5))
assert torch.allclose(weight, expected)  # shows: equal-weights
dist.destroy_process_group()
