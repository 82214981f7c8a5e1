"""51 samples on 2 ranks: the sum of the losses over the count is the mean of all samples, a mean of means is not.

$ torchrun --nproc-per-node 2 snippets/ddp/sum_and_count_give_the_mean_of_all_samples.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import mse_loss
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
inputs, targets, layer = torch.randn(51, 1), torch.randn(51, 1), torch.nn.Linear(1, 1)
model = DistributedDataParallel(layer)


def mean_over_ranks(value):
    dist.all_reduce(value)
    return value.item() / world_size


# region validate
share = range(51)[rank::world_size]  # 26 and 25: none twice
with torch.no_grad():
    losses = mse_loss(model.module(inputs[share]), targets[share], reduction="none")
total = torch.tensor([losses.sum(), len(losses)])
dist.all_reduce(total)  # key line
print(f"rank {rank}: {len(losses)} samples, mean of all {total[0] / total[1]:.4f}")
# endregion

expected = mse_loss(layer(inputs), targets).item()  # one process, all samples
counts = [None] * world_size
dist.all_gather_object(counts, len(losses))
repeated = list(DistributedSampler(range(51), shuffle=False))  # 26 and 26
from_rank_0 = losses.mean()
dist.broadcast(from_rank_0, 0)
assert abs(total[0] / total[1] - expected) < 1e-6  # shows: sum-count
assert abs(mean_over_ranks(losses.mean()) - expected) > 1e-3  # refutes: mean-averaged
with torch.no_grad():
    equal = mse_loss(layer(inputs[repeated]), targets[repeated])
assert abs(mean_over_ranks(equal) - expected) > 1e-3  # refutes: equal-shares
assert abs(from_rank_0.item() - expected) > 1e-3  # refutes: loss-of-rank-0

assert not losses.requires_grad and torch.equal(model.module(inputs), model(inputs))  # shows: no-backward
assert counts == [26, 25]  # refutes: rank-0-only
assert model.module is layer  # refutes: saved-weights
assert model.training and model.module.training  # refutes: evaluation-mode
dist.destroy_process_group()
