"""When a bad batch on one rank makes all ranks skip, the gradients of the same iteration are averaged.

$ torchrun --nproc-per-node 2 snippets/errors/ranks_that_skip_together_stay_in_step.py
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
    bad = (~torch.isfinite(loss)).int()
    dist.all_reduce(bad, op=dist.ReduceOp.MAX)  # key line
    if bad:
        continue
    loss.backward()

    # the check: the steps that the ranks are in
    dist.all_gather_object(steps := [None] * world_size, step)
    gradient = model.module.weight.grad.item()
    print(f"rank {rank}: steps {steps}, gradient {gradient}")
# endregion

assert steps == [1, 1]
assert gradient == (100 + 20) / 2  # that of one process on both batches of step 1
dist.destroy_process_group()
