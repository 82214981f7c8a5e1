"""The gradients of four ranks, divided by those of one process, give a factor, and the factor names the mistake.

$ torchrun --nproc-per-node 4 snippets/debug/ratio_of_gradients_names_the_factor.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
batch = torch.randn(32, 3)  # 8 samples for each rank
layer = torch.nn.Linear(3, 1)
start = layer.weight.detach().clone()
losses = {
    "mean": lambda out: out.mean(),
    "sum": lambda out: out.sum(),
    "mean / ranks": lambda out: out.mean() / world_size,
    "mean * ranks": lambda out: out.mean() * world_size,
}
layer(batch).square().mean().backward()
one, factors = layer.weight.grad.clone(), {}

# region ratio
model = DistributedDataParallel(layer)
for name, loss in losses.items():
    layer.zero_grad()
    share = batch.chunk(world_size)[rank]  # key line, else: share = batch[:8]
    loss(model(share).square()).backward()
    ratio = layer.weight.grad / one
    factors[name] = ratio.mean().item()
    print(f"{name}: {factors[name]:.4g} times one process")
# endregion

expected = {"mean": 1.0, "sum": 8.0, "mean / ranks": 0.25, "mean * ranks": 4.0}
for name in losses:
    assert abs(factors[name] - expected[name]) < 1e-3 * expected[name]  # shows: factor-of-each
    assert (ratio - ratio.mean()).abs().max() < 1e-3
assert abs(factors["mean * ranks"] - 4) < 0.01  # shows: mean-times
assert abs(factors["mean / ranks"] - 4) > 1  # refutes: divided-ranks
assert abs(factors["sum"] - 4) > 1  # refutes: sum-8
dist.destroy_process_group()
