"""Four ranks that share a batch of 32 end with the weights of one process that took 32.

$ torchrun --nproc-per-node 4 snippets/batch-size/same_global_batch_gives_the_same_weights.py
"""
import copy

import torch
import torch.distributed as dist
from torch.nn.functional import mse_loss
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
inputs = torch.randn(128, 3)
dataset = TensorDataset(inputs, inputs.sum(1, keepdim=True))
alone = torch.nn.Linear(3, 1)
model = DistributedDataParallel(copy.deepcopy(alone))

# region train
for training, ranks in [(alone, 1), (model, world_size)]:
    batch_size = 32 // ranks  # key line, else: batch_size = 32
    sampler = DistributedSampler(dataset, ranks, rank % ranks, shuffle=False)
    optimizer = torch.optim.SGD(training.parameters(), lr=0.1)  # the same rate
    for x, y in DataLoader(dataset, batch_size, sampler=sampler):
        optimizer.zero_grad()
        mse_loss(training(x), y).backward()
        optimizer.step()
    weight = next(training.parameters())[0].tolist()
    print(f"{ranks} x {batch_size}: {[f'{w:.4f}' for w in weight]}")
# endregion

assert torch.allclose(model.module.weight, alone.weight, atol=1e-6)  # shows: 4-ranks-8-samples-as-it-is

def gradient(training, share, divisor):
    training.zero_grad()
    (mse_loss(training(share), share.sum(1, keepdim=True)) / divisor).backward()
    return next(training.parameters()).grad

whole, quarter = gradient(alone, inputs[:32], 1), gradient(model, inputs[:32].chunk(world_size)[rank], 4)
assert torch.allclose(4 * quarter, whole, atol=1e-6)  # refutes: ranks-divided-4
dist.destroy_process_group()
