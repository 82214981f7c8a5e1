"""Two steps before an update: each step divides all gradients, so those of the first step are divided twice.

$ torchrun --nproc-per-node 2 snippets/pipeline/two_steps_divide_twice.py
"""
import torch
import torch.distributed as dist
from _layers import batch, grads_of_one_process, layers
from torch import nn
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, m = dist.get_rank(), 4
(x, y), (loss, grads) = batch(), grads_of_one_process()
ratio = {}

# region two
for scale in (True, False):
    part = nn.Sequential(*layers()[2 * rank : 2 * rank + 2])
    stage = PipelineStage(part, rank, 2, torch.device("cpu"))
    schedule = Schedule1F1B(
        stage, m, mse_loss,
        scale_grads=scale,  # key line
    )
    for _ in range(2):  # the same batch twice
        schedule.step(x) if rank == 0 else schedule.step(target=y)
    grad = part[0][0].weight.grad / (1 if scale else m)  # by hand, once
    ratio[scale] = (grad / grads[2 * rank]).mean().item()
    print(f"scale_grads={scale}: {ratio[scale]:.2f} times the gradient of one step")
# endregion

assert abs(ratio[True] - 1.25) < 1e-3  # 1 / 4 of the first step, and all of the second  # shows: first-step-divided-twice
assert abs(ratio[False] - 2) < 1e-3  # shows: divided-once-by-hand
dist.barrier()
dist.destroy_process_group()
