"""DDP averages the means of its ranks: of equal shards that is the mean of all, of unequal ones it is not.

$ torchrun --nproc-per-node 2 snippets/data-parallel/average_of_means_is_the_mean_of_equal_shards.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
samples = torch.randn(16, 1)

def layer(weight=1.0):
    """A model of one weight. The gradient of its mean output is the mean of its samples."""
    model = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.constant_(model.weight, weight)
    return model

def gather(value):
    """The value of each rank."""
    everyone = [None] * world_size
    dist.all_gather_object(everyone, value)
    return everyone

# region average
off = {}
for first, second in (8, 8), (3, 2):
    model = DistributedDataParallel(layer())  # key line, else: model = torch.nn.Sequential(layer())
    shards = samples[: first + second].split([first, second])
    model(shards[rank]).mean().backward()
    gradient = next(model.parameters()).grad.item()
    off[first] = abs(gradient - samples[: first + second].mean().item())
    if rank == 0:
        print(f"{first} and {second} samples: off by {off[first]:.4f} from the gradient of all {first + second}")
# endregion

means = [shard.mean().item() for shard in shards]
assert off[8] < 1e-6
assert off[3] > 1e-3 and abs(gradient - sum(means) / 2) < 1e-6  # shows: counts-same
assert abs(gradient - samples[:5].sum().item() / 5) > 1e-3  # shows: number-samples
assert gather(gradient) == [gradient] * 2 and off[3] > 1e-3  # shows: equal-gradients
assert gather("done") == ["done"] * world_size  # shows: never-comes

# One mean over 16 samples against the average of two means over 8: the same numbers, added up in another order.
rows = torch.randn(1000, 16)
halves = (rows[:, :8].mean(1) + rows[:, 8:].mean(1)) / 2
assert torch.allclose(rows.mean(1), halves, atol=1e-6) and not torch.equal(rows.mean(1), halves)  # shows: summed-order
assert gather(DistributedDataParallel(layer(rank)).module.weight.item()) == [0.0] * world_size  # shows: unequal-weights
sampler = DistributedSampler(range(64), shuffle=False)
assert set().union(*gather(list(sampler))) == set(range(64))  # shows: sampler-other-samples
torch.optim.SGD(model.parameters(), lr=0.1).step()
weights = gather(next(model.parameters()).item())
assert weights[0] == weights[1] != 1.0  # shows: optimizer-own-step
dist.destroy_process_group()
