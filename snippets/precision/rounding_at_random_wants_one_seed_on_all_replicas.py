"""Equal gradients, rounded at random: with seeds of their own the replicas drift apart, with one seed they stay equal.

$ torchrun --nproc-per-node 2 snippets/precision/rounding_at_random_wants_one_seed_on_all_replicas.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()


def round_at_random(value, draw):
    """bfloat16 is the upper half of a float32: add a random lower half, then cut it off."""
    bits = value.view(torch.int32) + torch.randint(0, 1 << 16, value.shape, dtype=torch.int32, generator=draw)
    return (bits & -65536).view(torch.float32).bfloat16()


# region train
def train(seed):
    weight, draw = torch.ones(1000, dtype=torch.bfloat16), torch.Generator().manual_seed(seed)
    for _ in range(100):
        gradient = torch.full((1000,), 0.5 + rank)
        dist.all_reduce(gradient, dist.ReduceOp.AVG)  # as DDP does: equal on all ranks
        weight = round_at_random(weight.float() - 0.001 * gradient, draw)
    return weight


for name, own in (("one seed", 0), ("own seed", rank)):
    weight = train(7 + own)  # key line, else: weight = train(7)
    dist.all_gather(both := [torch.empty_like(weight) for _ in range(world_size)], weight)
    differ, means = (both[0] != both[1]).sum().item(), [f"{one.float().mean():.2f}" for one in both]
    print(f"{name}: {differ} of 1000 weights differ, means {' and '.join(means)}")
    assert (differ == 0) == (name == "one seed")  # shows: own-seeds-drift
# endregion
dist.destroy_process_group()
