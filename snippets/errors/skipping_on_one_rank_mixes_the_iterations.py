"""When each rank skips its own bad batches, the gradients of different iterations are averaged, without an error.

$ torchrun --nproc-per-node 2 snippets/errors/skipping_on_one_rank_mixes_the_iterations.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
batches = [[float("nan"), 100.0, 4.0], [10.0, 20.0, float("nan")]][rank]

# region train
model = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
for step, sample in enumerate(batches):
    model.zero_grad()
    loss = model(torch.tensor([[sample]])).mean()
    if not torch.isfinite(loss):
        continue  # key line
    loss.backward()

    # the check: the steps that the ranks are in
    dist.all_gather_object(steps := [None] * world_size, step)
    gradient = model.module.weight.grad.item()
    print(f"rank {rank}: steps {steps}, gradient {gradient}")
# endregion

assert steps == [2, 1]
assert gradient == (4 + 20) / 2
dist.destroy_process_group()
