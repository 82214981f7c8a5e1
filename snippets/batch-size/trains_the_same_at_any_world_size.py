"""Any world size that divides the batch of 64 trains the same: here four ranks and one.

$ torchrun --nproc-per-node 4 snippets/batch-size/trains_the_same_at_any_world_size.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if world_size > 1:"
# stays = "A model of one rank inside DDP trains the same. The condition spares it the wrapper."
#
# [[tool.lockstep.what-if]]
# line = "sampler.set_epoch(epoch)"
# stays = "It gives each epoch an order of its own, which these numbers do not show."
# ///
import torch
import torch.distributed as dist
from torch.nn.functional import mse_loss
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

GLOBAL_BATCH, RATE, EPOCHS = 64, 0.1, 2
torch.manual_seed(0)
inputs = torch.randn(512, 3)
dataset = TensorDataset(inputs, inputs.sum(1, keepdim=True))


def train(rank, world_size):
    """The weights after two epochs on one of `world_size` ranks."""
    torch.manual_seed(0)
    # region train
    model = torch.nn.Linear(3, 1)
    if world_size > 1:
        model = DistributedDataParallel(model)
    batch = GLOBAL_BATCH // world_size  # key line, else: batch = GLOBAL_BATCH
    sampler = DistributedSampler(dataset, world_size, rank)
    loader = DataLoader(dataset, batch, sampler=sampler)
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE)
    steps = EPOCHS * len(loader)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, steps)
    for epoch in range(EPOCHS):
        sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            mse_loss(model(x), y).backward()
            optimizer.step()
            schedule.step()
    # endregion
    print(f"{world_size} x {batch}: {steps} steps, last rate {schedule.get_last_lr()[0]:.4f}")
    return next(model.parameters()).detach()


dist.init_process_group("gloo")  # GPUs: "nccl", set_device, .to(device)
rank, world_size = dist.get_rank(), dist.get_world_size()
together = train(rank, world_size)
alone = train(0, 1)
torch.testing.assert_close(together, alone)
assert (together - 1).abs().max() < 0.35  # and it has learned something
dist.destroy_process_group()
