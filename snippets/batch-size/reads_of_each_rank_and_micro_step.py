"""Sixteen samples of one optimizer step, dealt to 4 ranks and 2 micro-steps: one all-reduce, one gradient.

$ torchrun --nproc-per-node 4 snippets/batch-size/reads_of_each_rank_and_micro_step.py
"""
import contextlib

import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
model = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
sent = []  # what this rank brought to each all-reduce
def count(state, bucket):
    sent.append(bucket.buffer().item())
    return allreduce_hook(state, bucket)
model.register_comm_hook(None, count)
weight = next(model.parameters())
torch.nn.init.ones_(weight)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
dataset = torch.arange(16.0).reshape(16, 1)  # sample i is the number i, and so is its gradient
seen = []

# region reads
sampler = DistributedSampler(dataset, shuffle=False)  # key line, else: sampler = None
loader = DataLoader(dataset, batch_size=2, sampler=sampler)
for number, batch in enumerate(loader, 1):
    with contextlib.nullcontext() if number == 2 else model.no_sync():
        (model(batch).mean() / 2).backward()
    reads, gradient = batch.int().flatten().tolist(), weight.grad.item()
    print(f"rank {rank}: micro-step {number} reads {reads}, sent {sent}, gradient {gradient}")
    seen += reads
optimizer.step()
print(f"rank {rank}: weight {weight.item():.2f}")
# endregion

everything = [None] * world_size
dist.all_gather_object(everything, seen)
assert sorted(sum(everything, [])) == list(range(16))
assert gradient == dataset.mean() == 7.5 and len(sent) == 1
assert len(sum(everything, [])) == loader.batch_size * world_size * number  # shows: batch-world-size-accumulation

def one_step(ranks, size, micro_steps):
    """How many samples one step of other settings sees, their average, and the most at once on a rank."""
    samples, batches = torch.arange(32.0), []
    for rank in range(ranks):
        loader = DataLoader(samples, size, sampler=DistributedSampler(samples, ranks, rank, shuffle=False))
        batches += [batch for _, batch in zip(range(micro_steps), loader)]
    average = sum(batch.mean().item() / micro_steps for batch in batches) / ranks
    return sum(map(len, batches)), average, max(map(len, batches))

assert one_step(2, 2, 4) == (16, 7.5, 2)  # shows: 2-ranks-4-micro-steps
assert one_step(8, 2, 1) == (16, 7.5, 2)  # shows: 8-ranks-1-micro-step
assert one_step(4, 1, 4) == (16, 7.5, 1)  # shows: 4-ranks-1-divided
assert one_step(4, 4, 1) == (16, 7.5, 4)  # refutes: ranks-4-as-it-is
assert one_step(8, 2, 2) == (32, 15.5, 2)  # refutes: 8-ranks-divided
dist.destroy_process_group()
