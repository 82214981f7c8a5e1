"""A schedule divides gradients by the number of micro-batches: right for a mean, four times too small for a sum over the batch.

$ torchrun --nproc-per-node 2 snippets/pipeline/sum_loss_wants_no_scaling.py
"""
from functools import partial

import torch
import torch.distributed as dist
from _layers import batch, layers
from torch import nn
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank = dist.get_rank()
x, y = batch()
cut = slice(2 * rank, 2 * rank + 2)
ratio = {}

# region scale
for reduction, scale in (("mean", True), ("sum", True), ("sum", False)):
    loss_fn = partial(mse_loss, reduction=reduction)
    alone, part = layers(), nn.Sequential(*layers()[cut])
    loss_fn(nn.Sequential(*alone)(x), y).backward()
    stage = PipelineStage(part, rank, 2, torch.device("cpu"))
    schedule = Schedule1F1B(
        stage, 4, loss_fn,
        scale_grads=scale,  # key line
    )
    schedule.step(x) if rank == 0 else schedule.step(target=y)
    ratio[reduction, scale] = (part[0][0].weight.grad / alone[cut][0][0].weight.grad).mean().item()
    print(f"{reduction}, scale_grads={scale}: gradients {ratio[reduction, scale]:.2f} times those of one process")
# endregion

assert abs(ratio["mean", True] - 1) < 1e-3  # shows: mean-with-scaling
assert abs(ratio["sum", True] - 0.25) < 1e-3  # shows: sum-with-scaling-four-times-too-small
assert abs(ratio["sum", False] - 1) < 1e-3  # shows: sum-without-scaling
dist.barrier()
dist.destroy_process_group()
