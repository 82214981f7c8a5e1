"""A script that moves to two ranks of DDP keeps its weights if its batch size is halved; else it takes half the steps.

$ torchrun --nproc-per-node 2 snippets/data-parallel/script_moved_to_ddp_keeps_its_weights.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
samples = torch.randn(64, 1)

def train(model, loader):
    """Steps, and the weight after two epochs."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        for batch in loader:
            optimizer.zero_grad()
            (model(batch) - 1).square().mean().backward()
            optimizer.step()
    return 2 * len(loader), next(model.parameters()).item()

def gather(value):
    """The value of each rank."""
    everyone = [None] * world_size
    dist.all_gather_object(everyone, value)
    return everyone

def layer():
    """A model of one weight."""
    model = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.ones_(model.weight)
    return model

# region move
old_steps, old_weight = train(layer(), samples.split(16))  # as before: 16 is the whole batch
for batch_size in (16, 8):
    sampler = DistributedSampler(samples, shuffle=False)
    loader = DataLoader(samples, batch_size=batch_size, sampler=sampler)  # key line, else: loader = samples.split(16)
    steps, weight = train(DistributedDataParallel(layer()), loader)
    if batch_size == 16:
        left_alone = steps, weight, world_size * len(next(iter(loader)))
    if rank == 0:
        same = abs(weight - old_weight) < 1e-6
        print(f"batch_size={batch_size}: {steps} steps where {old_steps} were, the same weight: {same}")
# endregion

steps_alone, weight_alone, in_a_step = left_alone
assert (steps_alone, in_a_step) == (4, 32) and abs(weight_alone - old_weight) > 1e-3  # shows: 4-32
assert (steps_alone, in_a_step) != (8, 16)  # refutes: 8-16
assert steps_alone != 8  # refutes: 8-32
assert in_a_step != 16  # refutes: 4-16
assert steps == old_steps and abs(weight_alone - old_weight) > 1e-3  # shows: batch-size
assert abs(weight - old_weight) < 1e-6  # refutes: loss-divided
assert gather(weight) == [weight] * world_size  # refutes: optimizer-moves
without = gather([number.item() for number in DataLoader(range(64))])  # without a sampler
assert sorted(sum(gather(list(sampler)), [])) == without[0] == without[1] == list(range(64))  # shows: samples-loader
dist.destroy_process_group()
