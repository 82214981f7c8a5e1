"""Local SGD: 24 steps with 4 all-reduces; between them the weights drift apart, after each they are equal.

$ torchrun --nproc-per-node 2 snippets/fault-tolerance/local_sgd_meets_every_sixth_step.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
weight, reduces, apart = torch.zeros(1), 0, []


def weights():
    both = [torch.zeros(1) for _ in range(2)]
    dist.all_gather(both, weight)
    return both


# region train
for step in range(24):
    weight -= 0.1 * (weight - rank)  # each rank by its own data
    if step % 6 == 5:
        apart.append((weights()[1] - weights()[0]).item())
        dist.all_reduce(weight)  # key line, else: pass
        weight /= 2
        reduces += 1
print(f"{reduces} all-reduces, apart before each: {[round(a, 2) for a in apart]}, weight {weight.item():.3f}")
# endregion

assert torch.equal(*weights())  # shows: equal-after
assert reduces == 4 and apart[0] > 0.4  # shows: drift-between
mean = 0.5 - 0.5 * 0.9**24  # here as with an all-reduce in each step: the mean of a linear step
assert abs(weight.item() - mean) < 1e-5
dist.destroy_process_group()
