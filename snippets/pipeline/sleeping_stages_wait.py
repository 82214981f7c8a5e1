"""Four sleeping stages idle for at least the share of the formula, and less with more micro-batches.

$ torchrun --nproc-per-node 4 snippets/pipeline/sleeping_stages_wait.py
"""
# /// script
# [tool.lockstep]
# volatile = ["^rank \\d+: m = "]
# exclusive = true
# ///
import time

import torch
import torch.distributed as dist
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, ranks, nap = dist.get_rank(), dist.get_world_size(), 0.02


class Sleep(torch.autograd.Function):
    """Sleep once in the forward, and twice as long in the backward."""

    forward = staticmethod(lambda ctx, x: time.sleep(nap) or x.clone())
    backward = staticmethod(lambda ctx, slope: time.sleep(2 * nap) or slope)


class Stage(torch.nn.Linear):
    def forward(self, x):
        return Sleep.apply(super().forward(x))


idle = {}
# region measure
for m in (4, 16):  # key line, else: for m in (4, 4):
    stage = PipelineStage(Stage(4, 4), rank, ranks, torch.device("cpu"))
    schedule, x = Schedule1F1B(stage, m, loss_fn=mse_loss), torch.randn(m, 4)
    given = {"target": x} if rank == ranks - 1 else {}
    for start in (None, time.perf_counter):  # the first step also tells shapes
        dist.barrier()
        begun = time.perf_counter()
        schedule.step(*[x] * (rank == 0), **given)
        dist.barrier()
    idle[m] = 1 - 3 * nap * m / (time.perf_counter() - begun)
    print(f"rank {rank}: m = {m}: idle {idle[m]:.2f}, formula {(ranks - 1) / (m + ranks - 1):.2f}")
# endregion

for m, share in idle.items():
    assert share > (ranks - 1) / (m + ranks - 1) - 0.02  # refutes: smaller-than-formula
assert idle.get(16, 1) < idle[4]  # shows: more-micro-batches-less-idle
dist.barrier()
dist.destroy_process_group()
