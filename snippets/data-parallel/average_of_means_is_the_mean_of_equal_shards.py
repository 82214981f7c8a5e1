"""DDP averages the means of its ranks: of equal shards that is the mean of all, of unequal ones it is not.

$ torchrun --nproc-per-node 2 snippets/data-parallel/average_of_means_is_the_mean_of_equal_shards.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
samples = torch.randn(16, 1)

def layer():
    """A model of one weight. The gradient of its mean output is the mean of its samples."""
    model = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.ones_(model.weight)
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
assert abs(gradient - samples[:5].sum().item() / 5) > 1e-3  # refutes: number-samples
assert gather(gradient) == [gradient] * 2 and off[3] > 1e-3  # refutes: equal-gradients
assert gather("done") == ["done"] * world_size  # refutes: never-comes
dist.destroy_process_group()
